import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { newId } from '../store/ids';
import type { Secrets } from '../store/secrets';
import type { Tx } from '../store/store';
import { cookieLine } from './cookies';
import { noteSignOut } from './sign-ins';

/**
 * Refresh tokens (D-041): `tenant.row.secret` in a cookie, rotated at each use, one family per sign-in, 12 hours from it. A token
 * used again later than 10 s after its rotation ends the sign-in with all its tokens: someone has a copy.
 */
export const refreshCookie = (secure: boolean): string => (secure ? '__Host-refresh' : 'refresh');
export const familySeconds = 12 * 3600;
const graceMs = 10_000;
/** Seconds: the life of an access token and its skew, with room to spare. */
const longestAccess = 20 * 60;

/** The id of a sign-in's chat token. */
export const chatTokenId = (family: string): string => `wp-${family}`;

export interface RefreshRow {
  readonly id: string;
  readonly user_id: string;
  readonly family: string;
  readonly token_hash: string;
  readonly expires_at: string;
  readonly rotated_at: string | null;
  readonly revoked_at: string | null;
}

/** Adds a token to a family (a new one begins without) and returns its cookie line. */
export async function addRefreshToken(
  tx: Tx,
  secrets: Secrets,
  owner: {
    readonly tenantId: string;
    readonly userId: string;
    readonly family: string;
    readonly tokenVersion: number;
    /** Of the access token issued with it. */
    readonly jti: string;
    readonly from: { readonly ip: string; readonly agent: string };
  },
  now: Date,
  secure: boolean,
  until = new Date(now.getTime() + familySeconds * 1000),
): Promise<string> {
  const id = newId();
  const secret = randomBytes(32).toString('base64url');
  await tx.run(sql`
    insert into "refresh_tokens" ("tenant_id", "id", "user_id", "family", "token_hash", "expires_at", "jti", "ip", "agent")
    values (${owner.tenantId}, ${id}, ${owner.userId}, ${owner.family},
      ${hashOf(secrets, secret, owner.tokenVersion)}, ${until.toISOString()}::timestamptz,
      ${owner.jti}, ${owner.from.ip.slice(0, 45)}, ${owner.from.agent.slice(0, 300)})`);
  return line(`${owner.tenantId}.${id}.${secret}`, secure, Math.max(0, Math.floor((until.getTime() - now.getTime()) / 1000)));
}
export const endRefresh = (secure: boolean): string => line('', secure, 0);

export function partsOf(cookie: string | undefined): { tenantId: string; id: string; secret: string } | null {
  const [tenantId, id, secret, ...rest] = (cookie ?? '').split('.');
  if (!tenantId || !id || !secret || rest.length || cookie!.length > 200) return null;
  return { tenantId, id, secret };
}

/** The row of a token, locked; undefined when there is none. */
export function refreshRow(tx: Tx, tenantId: string, id: string): Promise<RefreshRow | undefined> {
  return tx.row<RefreshRow>(sql`
    select "id", "user_id", "family", "token_hash", "expires_at", "rotated_at", "revoked_at"
    from "refresh_tokens" where "tenant_id" = ${tenantId} and "id" = ${id} for update`);
}

/** 'ok', 'refused', or 'stolen': used again after the grace. The hash holds the token version, so a raised one refuses. */
export function judge(
  row: RefreshRow | undefined,
  secrets: Secrets,
  secret: string,
  tokenVersion: number,
  now: Date,
): 'ok' | 'refused' | 'stolen' {
  if (!row || !secrets.verify('refresh', `${secret}.${tokenVersion}`, row.token_hash)) return 'refused';
  if (row.revoked_at || Date.parse(row.expires_at) <= now.getTime()) return 'refused';
  if (row.rotated_at && now.getTime() - Date.parse(row.rotated_at) > graceMs) return 'stolen';
  return 'ok';
}

export async function markRotated(tx: Tx, tenantId: string, row: RefreshRow, now: Date): Promise<void> {
  if (row.rotated_at) return;
  await tx.run(sql`update "refresh_tokens" set "rotated_at" = ${now.toISOString()}::timestamptz
    where "tenant_id" = ${tenantId} and "id" = ${row.id}`);
}
/**
 * Ends one sign-in at once: its refresh tokens, the access tokens that came with them and its chat token. With `family` null every
 * refresh token of the user; a raised token version ends the rest of them. A renewal that is under way is waited for.
 */
export async function revokeFamily(
  tx: Tx,
  tenantId: string,
  userId: string,
  family: string | null,
  by: 'user' | 'forced' = 'forced',
): Promise<void> {
  await noteSignOut(tx, { tenantId, userId, family }, by);
  const theirs = sql`"tenant_id" = ${tenantId} and "user_id" = ${userId} and (${family}::text is null or "family" = ${family})`;
  // What a renewal adds is seen by the statements after the one that waited for it.
  await tx.rows(sql`select "id" from "refresh_tokens" where ${theirs} and "revoked_at" is null order by "id" for update`);
  await tx.run(sql`update "refresh_tokens" set "revoked_at" = now() where ${theirs} and "revoked_at" is null`);
  if (family === null) return;
  await tx.run(sql`
    insert into "revoked_tokens" ("tenant_id", "id", "jti", "expires_at")
    select ${tenantId}, "id", "jti", "created_at" + make_interval(secs => ${longestAccess}) from "refresh_tokens"
    where ${theirs} and "jti" is not null and "created_at" > now() - make_interval(secs => ${longestAccess})
    union all select ${tenantId}, ${newId()}, ${chatTokenId(family)}, now() + make_interval(secs => ${familySeconds})
    on conflict do nothing`);
}

const hashOf = (secrets: Secrets, secret: string, tokenVersion: number): string =>
  secrets.sign('refresh', `${secret}.${tokenVersion}`);
const line = (value: string, secure: boolean, maxAge: number): string =>
  cookieLine(refreshCookie(secure), value, { secure, httpOnly: true, sameSite: 'Strict', maxAge });
