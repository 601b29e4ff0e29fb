import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isRecord } from '../../src/schemas/kit/is-record';
import { Problem, problem } from '../../src/schemas/kit/problem';
import { pushSubscribers } from '../../src/schemas/marketing/push-subscribers';
import type { Services } from '../context/services';
import { placeOf } from '../store/sealed-values';
import { ProviderRefusal, reachProvider } from './provider-request';
import type { Provider } from './providers';
import type { Outgoing, Taken } from './sender';
import { countedLink } from './tracked-html';

const what = 'The push service';
const curve = 'prime256v1';
const [daySeconds, tokenSeconds] = [86_400, 12 * 3600];
/** What a push service takes (RFC 8291, 4): 4096 bytes, less the header and the padding. */
const mostBytes = 3993;

/** The subscription has ended: the browser took it back, or does not exist any more. */
export class Gone extends Problem {}

/**
 * Web Push (RFC 8030) to the service that the browser named, encrypted to the browser (RFC 8291) and signed with the tenant's VAPID
 * key (RFC 8292): credentials.secret is the private key, settings.sender an email address at which the service reaches the tenant.
 * What it answers sends the message.
 */
export function webPush(
  { tenantId, provider: { settings, credentials } }: { readonly tenantId: string; readonly provider: Provider },
  { key, to, subject, body, push }: Outgoing,
  services: Services,
): () => Promise<Taken> {
  if (!push || !URL.canParse(push.endpoint)) throw problem(422, 'The browser has no valid address.');
  const url = push.url ? countedLink(push.url, { tenantId, key }, services) : undefined;
  const said = Buffer.from(JSON.stringify({ id: key, title: subject, body, url, icon: push.icon }));
  if (said.length > mostBytes) throw problem(422, 'The notification with its links is too long for push services.');
  const contact = settings['sender'] ? `mailto:${settings['sender']}` : services.config.publicUrl;
  const asked = {
    url: push.endpoint,
    method: 'POST',
    headers: {
      authorization: vapid(push.endpoint, { secret: credentials['secret'] ?? '', contact, now: services.now() }),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(daySeconds),
    },
    body: encrypted(said, browserKeys(push.keys, { tenantId, subscriber: to }, services)),
  } as const;
  return async () => {
    try {
      const { headers } = await reachProvider(what, asked, services);
      const at = headers['location'];
      return { providerId: typeof at === 'string' ? at.slice(-200) : null };
    } catch (error) {
      throw error instanceof ProviderRefusal ? refusalOf(error) : error;
    }
  };
}

/** A service that is busy, or fails, is asked again; what it says of the message itself stays true. */
function refusalOf(error: ProviderRefusal): Problem {
  if (error.status === 404 || error.status === 410) return new Gone(410, 'The browser no longer accepts push messages.');
  if (error.status === 429 || error.status >= 500) return error;
  return problem(422, `${what} refused the message (${error.status}).`);
}

interface BrowserKeys {
  readonly p256dh: Buffer;
  readonly auth: Buffer;
}

function browserKeys(
  sealed: string,
  { tenantId, subscriber }: { readonly tenantId: string; readonly subscriber: string },
  { secrets }: Pick<Services, 'secrets'>,
): BrowserKeys {
  try {
    const keys: unknown = JSON.parse(secrets.open(sealed, placeOf(tenantId, pushSubscribers, 'keys', subscriber)));
    if (isRecord(keys) && typeof keys['p256dh'] === 'string' && typeof keys['auth'] === 'string')
      return { p256dh: Buffer.from(keys['p256dh'], 'base64url'), auth: Buffer.from(keys['auth'], 'base64url') };
  } catch {
    // As if there were none.
  }
  throw problem(422, 'The keys of this browser cannot be read.');
}

/** RFC 8291: the content coding aes128gcm in one record. `own` and `salt` are new for each message, and given in its tests. */
export function encrypted(
  plain: Buffer,
  { p256dh, auth }: BrowserKeys,
  { own, salt }: { readonly own?: Buffer; readonly salt: Buffer } = { salt: randomBytes(16) },
): Buffer {
  const pair = createECDH(curve);
  if (own) pair.setPrivateKey(own);
  else pair.generateKeys();
  const ours = pair.getPublicKey();
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, ours]);
  const secret = hkdfSync('sha256', sharedOf(pair, p256dh), auth, about, 32);
  const key = hkdfSync('sha256', Buffer.from(secret), salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = hkdfSync('sha256', Buffer.from(secret), salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', Buffer.from(key), Buffer.from(nonce));
  // The only record is the last one: its padding begins with 2.
  const sealed = Buffer.concat([cipher.update(plain), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()]);
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(4096);
  sizes.writeUInt8(ours.length, 4);
  return Buffer.concat([salt, sizes, ours, sealed]);
}

function sharedOf(pair: ReturnType<typeof createECDH>, theirs: Buffer): Buffer {
  try {
    return pair.computeSecret(theirs);
  } catch {
    throw problem(422, 'The keys of this browser are not valid.');
  }
}

/** RFC 8292: who sends, for the service at this address, until twelve hours from now. */
export function vapid(
  endpoint: string,
  { secret, contact, now }: { readonly secret: string; readonly contact: string; readonly now: Date },
): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(now.getTime() / 1000) + tokenSeconds;
  const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: new URL(endpoint).origin, exp, sub: contact })}`;
  const signature = sign('sha256', Buffer.from(text), { key: signingKey(secret), dsaEncoding: 'ieee-p1363' });
  return `vapid t=${text}.${signature.toString('base64url')}, k=${vapidPublicKey(secret)}`;
}

/** The public half, as a page needs it to subscribe a browser. Throws Problem 422 where the private key is none. */
export const vapidPublicKey = (secret: string): string => pairOf(secret).getPublicKey('base64url');

export function newVapidKey(): string {
  const pair = createECDH(curve);
  pair.generateKeys();
  return pair.getPrivateKey('base64url');
}

function pairOf(secret: string): ReturnType<typeof createECDH> {
  const pair = createECDH(curve);
  try {
    pair.setPrivateKey(Buffer.from(secret, 'base64url'));
  } catch {
    throw problem(422, 'The private key of the push provider is not valid.');
  }
  return pair;
}

function signingKey(secret: string): KeyObject {
  const points = pairOf(secret).getPublicKey();
  const [x, y] = [points.subarray(1, 33).toString('base64url'), points.subarray(33).toString('base64url')];
  const d = Buffer.from(secret, 'base64url').toString('base64url');
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d }, format: 'jwk' });
}
