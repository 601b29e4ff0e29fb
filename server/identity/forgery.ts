import { randomBytes } from 'node:crypto';
import { Problem } from '../../src/schemas/kit/problem';
import type { Secrets } from '../store/secrets';
import { cookieLine } from './cookies';

/**
 * Signed double submit (D-050): the cookie is `random.owner.signature`, readable by scripts, and the header repeats it.
 * `owner` is the signed-in user, empty before sign-in, so one user's token is useless in another's session (TRUST-S13).
 */
export const forgeryCookie = 'XSRF-TOKEN';

/** The anti-forgery check failed: the one refusal that is HTTP 403 everywhere. */
export class Forged extends Problem {
  constructor() {
    super(403, 'Your session could not be verified. Please try again.');
  }
}

export function newForgeryToken(secrets: Secrets, owner = ''): string {
  const text = `${randomBytes(18).toString('base64url')}.${owner}`;
  return `${text}.${secrets.sign('xsrf', text)}`;
}

export function forgeryCookieLine(token: string, secure: boolean): string {
  return cookieLine(forgeryCookie, token, { secure, sameSite: 'Lax' });
}

/** Did this server issue the cookie, and for this user if a token says who it is? */
export function isForgeryToken(secrets: Secrets, cookie: string | undefined, owner?: string): boolean {
  if (!cookie || cookie.length > 200) return false;
  const end = cookie.lastIndexOf('.');
  const text = cookie.slice(0, end);
  return secrets.verify('xsrf', text, cookie.slice(end + 1)) && (owner === undefined || text.split('.')[1] === owner);
}

type HeaderValues = Readonly<Record<string, string | string[] | undefined>>;

/** Throws unless the request repeats its own valid cookie in the header. */
export function checkForgery(secrets: Secrets, cookie: string | undefined, headers: HeaderValues, owner?: string): void {
  if (headers['x-xsrf-token'] !== cookie || !isForgeryToken(secrets, cookie, owner)) throw new Forged();
}

/** D-051: a GET that writes is refused across sites and as a prefetch. */
export function checkSameSite(headers: HeaderValues): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'same-site') throw new Forged();
  const purpose = `${String(headers['sec-purpose'] ?? '')} ${String(headers['purpose'] ?? '')}`;
  if (/prefetch|prerender/.test(purpose)) throw new Forged();
}
