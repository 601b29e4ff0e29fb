import { createHmac, generateKeyPairSync } from 'node:crypto';
import { SignJWT, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signToken } from '../../server/identity/tokens';
import { build, call, signIn, type Browser, type TestApp } from '../support/app';

let test: TestApp;
let who: Browser;
let claims: Record<string, unknown>;
beforeAll(async () => {
  test = await build();
  who = await signIn(test, 'counsellor@northstar.example');
  claims = JSON.parse(Buffer.from(who.token!.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
});
afterAll(() => test.close());

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const ask = (token: string) => call(test, { ...who, cookies: new Map(who.cookies), token }, 'GET', 'users/me');
/** A token signed with the product's own key: only the claim is wrong. */
function own(header: object, payload: object): string {
  const key = Buffer.from(test.services.secrets.sign('jwt:access', 'k1'), 'base64url');
  const text = `${part({ alg: 'HS256', kid: 'k1', typ: 'at+jwt', ...header })}.${part(payload)}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}

describe('tokens', () => {
  it('TRUST-S12 none of sixty tampered tokens is accepted, and the genuine one is', async () => {
    const [head, body, mark] = who.token!.split('.') as [string, string, string];
    const now = Math.floor(Date.now() / 1000);
    const { privateKey } = generateKeyPairSync('ed25519');
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const without = (name: string) => Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
    const { tenants, users } = test.fixture;
    const tokens: Record<string, string> = {
      ...Object.fromEntries(
        ['none', 'None', 'NONE', 'nOnE', '', 'HS384', 'HS512', 'RS256', 'ES256', 'EdDSA', 'PS256', 'dir'].map((alg) => [
          `alg ${alg}`,
          `${part({ alg, kid: 'k1', typ: 'at+jwt' })}.${body}.${mark}`,
        ]),
      ),
      'none without mark': `${part({ alg: 'none', typ: 'at+jwt' })}.${body}.`,
      'HS256 without mark': `${head}.${body}.`,
      ...Object.fromEntries(
        ['../../dev/null', "' or 1=1", 'k2', '', '/proc/self/environ', 'http://evil.example/k'].map((kid) => [
          `kid ${kid}`,
          own({ kid }, claims),
        ]),
      ),
      'no kid': own({ kid: undefined }, claims),
      ...Object.fromEntries(
        [
          ['jku', 'https://evil.example/jwks'],
          ['x5u', 'https://evil.example/x'],
          ['jwk', { kty: 'oct', k: 'AAAA' }],
        ].map(([name, value]) => [
          String(name),
          `${part({ alg: 'HS256', kid: 'k1', typ: 'at+jwt', [name as string]: value })}.${body}.${mark}`,
        ]),
      ),
      crit: own({ crit: ['exp'] }, claims),
      b64: own({ b64: false, crit: ['b64'] }, claims),
      ...Object.fromEntries(['JWT', 'wp+jwt', '', undefined].map((typ) => [`typ ${typ}`, own({ typ }, claims)])),
      ...Object.fromEntries(
        ['sub', 'tid', 'role', 'jti', 'sid', 'iat', 'exp', 'nbf', 'iss', 'aud'].map((name) => [
          `no ${name}`,
          own({}, without(name)),
        ]),
      ),
      expired: own({}, { ...claims, exp: now - 61 }),
      'expired long ago': own({}, { ...claims, exp: 1 }),
      'exp as text': own({}, { ...claims, exp: '9999999999' }),
      future: own({}, { ...claims, nbf: now + 120 }),
      'other issuer': own({}, { ...claims, iss: 'somebody' }),
      'other audience': own({}, { ...claims, aud: 'prospectus-chat' }),
      'other version': own({}, { ...claims, ver: 7 }),
      'other tenant': own({}, { ...claims, tid: tenants.lakeview }),
      "another tenant's user": own({}, { ...claims, sub: users['admin@lakeview.example'] }),
      'inactive user': own({}, { ...claims, sub: users['inactive@northstar.example'] }),
      'no such user': own({}, { ...claims, sub: 'nobody' }),
      chat: await signToken(test.services.secrets, 'chat', claims as never, new Date()),
      'own EdDSA key': await new SignJWT(claims as JWTPayload)
        .setProtectedHeader({ alg: 'EdDSA', kid: 'k1', typ: 'at+jwt' })
        .sign(privateKey),
      'own RSA key': await new SignJWT(claims as JWTPayload)
        .setProtectedHeader({ alg: 'RS256', kid: 'k1', typ: 'at+jwt' })
        .sign(rsa),
      'empty key': `${head}.${body}.${createHmac('sha256', '').update(`${head}.${body}`).digest('base64url')}`,
      'mark of another body': `${head}.${part({ ...claims, role: 1 })}.${mark}`,
      'changed mark': `${head}.${body}.${mark.slice(0, 10)}${mark[10] === 'A' ? 'B' : 'A'}${mark.slice(11)}`,
      'cut mark': `${head}.${body}.${mark.slice(0, 20)}`,
      'four parts': `${who.token}.x`,
      'two parts': `${head}.${body}`,
      dots: '..',
      'not base64': `${head}.%%%.${mark}`,
      long: `${head}.${'A'.repeat(9000)}.${mark}`,
      'not JSON': `${head}.${Buffer.from('{').toString('base64url')}.${mark}`,
    };
    const wrong: string[] = [];
    for (const [what, token] of Object.entries(tokens)) {
      const answer = await ask(token);
      if (answer.status !== 401 || answer.code !== 401) wrong.push(`${what}: ${answer.status} ${answer.text.slice(0, 100)}`);
    }
    expect(wrong.join('\n')).toBe('');
    expect(Object.keys(tokens).length).toBeGreaterThanOrEqual(60);
    expect((await ask(own({}, claims))).status).toBe(200);
    // The rights come from the database, whatever role the token names.
    const raised = own({}, { ...claims, role: 1 });
    expect((await call(test, { ...who, token: raised }, 'GET', 'res/outbox-messages')).status).toBe(403);
  });

  it('TRUST-S12 a hundred requests replayed after signing out are all refused', async () => {
    const leaver = await signIn(test, 'caller@northstar.example');
    const copy = { ...leaver, cookies: new Map(leaver.cookies) };
    await call(test, leaver, 'POST', 'users/auth-log', { by_user: true });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => call(test, copy, 'GET', i % 2 ? 'users/me' : 'res/leads')),
    );
    expect(answers.filter((one) => one.status !== 401)).toEqual([]);
  });
});
