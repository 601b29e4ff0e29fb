import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encrypted, newVapidKey, vapid, vapidPublicKey } from '../../server/channels/web-push';
import { decrypted } from './read-push';

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

/** The public key as node's crypto takes it. */
function keyOf(points: Buffer) {
  const [x, y] = [points.subarray(1, 33).toString('base64url'), points.subarray(33).toString('base64url')];
  return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
}
function isSigned(header: string): boolean {
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? [];
  const [head, claims, signature = ''] = token.split('.');
  const by = { key: keyOf(bytes(key)), dsaEncoding: 'ieee-p1363' } as const;
  return verify('sha256', Buffer.from(`${head}.${claims}`), by, bytes(signature));
}

describe("the standards' own examples", () => {
  it('RFC 8291, appendix A: the message is encrypted letter by letter as there', () => {
    const message = encrypted(
      Buffer.from('When I grow up, I want to be a watermelon'),
      {
        p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
        auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
      },
      { own: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'), salt: bytes('DGv6ra1nlYgDCS1FRnbzlw') },
    );
    expect(message.toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
  });

  it('RFC 8292, 2.4: its signature holds as ours does, and a changed one does not', () => {
    const theirs =
      'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';
    const secret = newVapidKey();
    const ours = vapid('https://push.example.net/a/b', { secret, contact: 'mailto:push@example.com', now: new Date(0) });
    expect([isSigned(theirs), isSigned(ours)]).toEqual([true, true]);
    expect(ours.endsWith(`k=${vapidPublicKey(secret)}`)).toBe(true);
    expect(JSON.parse(bytes(ours.split('.')[1]!).toString())).toEqual({
      aud: 'https://push.example.net',
      exp: 12 * 3600,
      sub: 'mailto:push@example.com',
    });
    const another = vapid('https://push.example.net/a/b', { secret, contact: 'mailto:b@example.com', now: new Date(0) });
    const swapped = ours.replace(/t=(\S+\.)\S+,/, (_, said: string) => `t=${said}${/\.([\w-]+), k/.exec(another)![1]!},`);
    expect(isSigned(swapped)).toBe(false);
  });
});

it('what is encrypted to a browser is read by that browser alone, and never twice the same', () => {
  const [browser, other] = [createECDH('prime256v1'), createECDH('prime256v1')];
  for (const one of [browser, other]) one.generateKeys();
  const auth = randomBytes(16);
  const text = Buffer.from('प्रवेश 🎓');
  const [first, second] = [1, 2].map(() => encrypted(text, { p256dh: browser.getPublicKey(), auth }));
  expect(decrypted(first!, browser, auth)).toBe(text.toString());
  expect(first!.equals(second!)).toBe(false);
  expect(() => decrypted(first!, other, auth)).toThrow();
  expect(() => encrypted(text, { p256dh: Buffer.from('BNcRdreALRFXTkOO'), auth })).toThrow(/not valid/);
});
