import { isRecord } from '../../src/schemas/kit/is-record';
import type { Secrets } from '../store/secrets';
import { cookieLine } from './cookies';

/** Who has just given the right password (D-036): ten minutes, bound to the user. `attempt` names the sign-in. */
export interface PreAuth {
  readonly tenantId: string;
  readonly userId: string;
  readonly email: string;
  readonly attempt: string;
}
export const preAuthCookie = 'pre_auth';
const lifeSeconds = 600;

export function preAuthLine(secrets: Secrets, who: PreAuth, now: Date, secure: boolean): string {
  const text = Buffer.from(JSON.stringify({ ...who, until: now.getTime() + lifeSeconds * 1000 })).toString('base64url');
  return line(`${text}.${secrets.sign('pre-auth', text)}`, secure, lifeSeconds);
}
export const endPreAuth = (secure: boolean): string => line('', secure, 0);

/** Null without a valid cookie, after ten minutes, or for another email. */
export function readPreAuth(secrets: Secrets, cookie: string | undefined, email: string, now: Date): PreAuth | null {
  const [text = '', signature = ''] = (cookie ?? '').split('.');
  if (!text || !secrets.verify('pre-auth', text, signature)) return null;
  const told: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  if (!isKept(told)) return null;
  const { until, ...who } = told;
  return until > now.getTime() && who.email === email ? who : null;
}

const isKept = (told: unknown): told is PreAuth & { readonly until: number } =>
  isRecord(told) &&
  typeof told['until'] === 'number' &&
  ['tenantId', 'userId', 'email', 'attempt'].every((name) => typeof told[name] === 'string');

const line = (value: string, secure: boolean, maxAge: number): string =>
  cookieLine(preAuthCookie, value, { secure, httpOnly: true, sameSite: 'Lax', path: '/api/users', maxAge });
