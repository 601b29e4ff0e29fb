import type { IncomingHttpHeaders } from 'node:http';
import sql from 'sql-template-tag';
import { isPartner } from '../../src/schemas/kit/access';
import { isRecord } from '../../src/schemas/kit/is-record';
import { Problem } from '../../src/schemas/kit/problem';
import type { Services } from '../context/services';
import { verifyToken, type Claims } from '../identity/tokens';
import type { LiveSocket } from './connected';

/** A browser says where its page came from: only pages of this product connect (TRUST-S8). */
export function isOwnOrigin(publicUrl: string, headers: IncomingHttpHeaders): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true; // no browser, or the same origin by polling
  try {
    return origin === new URL(publicUrl).origin || new URL(origin).host === host;
  } catch {
    return false;
  }
}

/**
 * The user of a connection, by the token of the handshake; null if it is invalid, and for the sign-in of a publisher, which hears
 * nothing. Rejects while the database is down.
 */
export async function authenticate(services: Services, { handshake }: Pick<LiveSocket, 'handshake'>): Promise<Claims | null> {
  const claims = await claimsOf(services, isRecord(handshake.auth) ? handshake.auth['token'] : undefined);
  return claims && (await isAlive(services, claims)) ? claims : null;
}

/** A renewed token continues with the connection when it is the same person's. */
export async function renewedClaims(services: Services, now: Claims, token: unknown): Promise<Claims | null> {
  const claims = await claimsOf(services, token);
  if (!claims || claims.sub !== now.sub || claims.tid !== now.tid) return null;
  return (await isAlive(services, claims).catch(() => false)) ? claims : null;
}

async function claimsOf(services: Services, token: unknown): Promise<Claims | null> {
  return typeof token === 'string' ? verifyToken(services.secrets, 'access', token, services.now()) : null;
}

/** Not revoked, the user active and the token of the user's current version: the same check as for every call. */
async function isAlive({ store }: Services, { tid, sub, jti, ver }: Claims): Promise<boolean> {
  const actor = { tenantId: tid, userId: sub, ip: '', agent: 'socket', requestId: 'live', jti, tokenVersion: ver };
  try {
    const user: { type: string } | undefined = await store.transaction(
      actor,
      (tx) => tx.row(sql`select "type" from "users" where "tenant_id" = ${tid} and "id" = ${sub}`),
      { readOnly: true },
    );
    return user !== undefined && !isPartner(user);
  } catch (error) {
    if (error instanceof Problem && error.code === 401) return false;
    throw error;
  }
}
