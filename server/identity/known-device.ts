import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Secrets } from '../store/secrets';
import type { Tx } from '../store/store';
import { cookieLine } from './cookies';
import { networkOf } from './network-of';

/** The user a device is known to; the version ends this with a changed password and everything else that ends all sessions. */
export interface DeviceOwner {
  readonly tenantId: string;
  readonly userId: string;
  readonly tokenVersion: number;
}
/** It grants no access: a browser with it is only slowed by its own wrong passwords (TRUST-S36). */
export const deviceCookie = (secure: boolean): string => (secure ? '__Host-device' : 'device');
const lifeSeconds = 180 * 24 * 3600;
/** People who share a computer, newest first. */
const mostOwners = 8;

/** The mark of this device among the user's; undefined when the user has never signed in here, or not since all was ended. */
export function deviceOf(secrets: Secrets, cookie: string | undefined, owner: DeviceOwner, now: Date): string | undefined {
  for (const entry of entriesOf(cookie)) {
    const [user = '', until = '', mark = '', signature = ''] = entry.split('.');
    if (user !== owner.userId || Number.parseInt(until, 36) * 1000 <= now.getTime()) continue;
    if (mark && secrets.verify('device', textOf(owner, until, mark), signature)) return mark;
  }
  return undefined;
}

/** The cookie after a complete sign-in: this user's entry renewed, those of others as they were. */
export function deviceLine(secrets: Secrets, cookie: string | undefined, owner: DeviceOwner, now: Date, secure: boolean): string {
  const until = Math.floor(now.getTime() / 1000 + lifeSeconds).toString(36);
  const mark = deviceOf(secrets, cookie, owner, now) ?? randomBytes(12).toString('base64url');
  const own = `${owner.userId}.${until}.${mark}.${secrets.sign('device', textOf(owner, until, mark))}`;
  const others = entriesOf(cookie).filter((entry) => !entry.startsWith(`${owner.userId}.`));
  const value = [own, ...others].slice(0, mostOwners).join('~');
  return cookieLine(deviceCookie(secure), value, { secure, httpOnly: true, sameSite: 'Strict', maxAge: lifeSeconds });
}

/** The networks (networkOf) from which the user signed in within 30 days, as the log of each day's first sign-in has them. */
export async function networksOf(tx: Tx, tenantId: string, userId: string, now: Date): Promise<Set<string>> {
  const since = new Date(now.getTime() - 30 * 86_400_000).toISOString().slice(0, 10);
  const rows = await tx.rows<{ ip: string }>(sql`
    select distinct "ip" from "auth_logs" where "tenant_id" = ${tenantId} and "user_id" = ${userId} and "date" >= ${since}::date
      and "ip" <> ''`);
  return new Set(rows.map(({ ip }) => networkOf(ip)));
}

const entriesOf = (cookie = ''): string[] =>
  cookie.length > 2000 ? [] : cookie.split('~').filter((entry) => /^[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+$/.test(entry));
const textOf = ({ tenantId, userId, tokenVersion }: DeviceOwner, until: string, mark: string): string =>
  [tenantId, userId, tokenVersion, until, mark].join('.');
