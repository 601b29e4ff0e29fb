import { SignJWT, jwtVerify, type JWTPayload } from 'jose';
import type { Secrets } from '../store/secrets';

/** What an access token says (D-042). `sid` is the sign-in (the family of refresh tokens), `ver` the user's token version. */
export interface Claims {
  readonly sub: string;
  readonly tid: string;
  readonly role: number;
  readonly type: string;
  readonly ver: number;
  readonly sid: string;
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
}
/** `access`: every call. `chat`: the chat calls alone (D-114). `ticket`: no call; a chat frame's session is given for it (TRUST-S23). */
export type TokenUse = 'access' | 'chat' | 'ticket';
/** Lifetime and `skew`, by how much clocks may differ (TRUST-S12), in seconds. A ticket is valid for 60 together. */
const uses = {
  access: { typ: 'at+jwt', aud: 'prospectus', seconds: 15 * 60, skew: 60 },
  chat: { typ: 'wp+jwt', aud: 'prospectus-chat', seconds: 12 * 3600, skew: 60 },
  ticket: { typ: 'wpt+jwt', aud: 'prospectus-chat-frame', seconds: 55, skew: 5 },
} as const;
const issuer = 'prospectus';
const keyId = 'k1';

/** A signed token for one use; `now` is server time, `seconds` a shorter life than the use's own. */
export async function signToken(
  secrets: Secrets,
  use: TokenUse,
  claims: Omit<Claims, 'iat' | 'exp'>,
  now: Date,
  seconds: number = uses[use].seconds,
): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000);
  const { typ, aud } = uses[use];
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256', kid: keyId, typ })
    .setIssuer(issuer)
    .setAudience(aud)
    .setIssuedAt(issued)
    .setNotBefore(issued)
    .setExpirationTime(issued + seconds)
    .sign(keyFor(secrets, use));
}

/** The claims of a valid token, else null: wrong signature, algorithm, key id, issuer, audience, type or time. */
export async function verifyToken(secrets: Secrets, use: TokenUse, token: string, now: Date): Promise<Claims | null> {
  const { typ, aud, skew } = uses[use];
  const seen = verified(secrets, use);
  const known = seen.get(token);
  if (known) return known.exp + skew > now.getTime() / 1000 ? known : null;
  if (token.length > 2000) return null;
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keyFor(secrets, use), {
      algorithms: ['HS256'],
      issuer,
      audience: aud,
      typ,
      currentDate: now,
      clockTolerance: skew,
      requiredClaims: ['sub', 'tid', 'role', 'jti', 'sid', 'iat', 'exp', 'nbf'],
    });
    if (protectedHeader.kid !== keyId || !isClaims(payload)) return null;
    // One signature check a token, not one per request; the oldest leaves first.
    if (seen.size >= 10_000) seen.delete(seen.keys().next().value!);
    seen.set(token, payload);
    return payload;
  } catch {
    return null;
  }
}

const isClaims = (payload: JWTPayload): payload is JWTPayload & Claims =>
  [payload.sub, payload['tid'], payload['type'], payload['sid'], payload.jti].every((one) => typeof one === 'string') &&
  [payload['role'], payload['ver'], payload.iat, payload.exp].every((one) => typeof one === 'number');

const keys = new WeakMap<Secrets, Map<TokenUse, { key: Uint8Array; seen: Map<string, Claims> }>>();
function kept(secrets: Secrets, use: TokenUse): { key: Uint8Array; seen: Map<string, Claims> } {
  const known = keys.get(secrets) ?? new Map<TokenUse, { key: Uint8Array; seen: Map<string, Claims> }>();
  keys.set(secrets, known);
  const one = known.get(use) ?? { key: Buffer.from(secrets.sign(`jwt:${use}`, keyId), 'base64url'), seen: new Map() };
  known.set(use, one);
  return one;
}
const keyFor = (secrets: Secrets, use: TokenUse): Uint8Array => kept(secrets, use).key;
const verified = (secrets: Secrets, use: TokenUse): Map<string, Claims> => kept(secrets, use).seen;
