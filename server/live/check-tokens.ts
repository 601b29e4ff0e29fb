import sql from 'sql-template-tag';
import type { Services } from '../context/services';
import type { Tx } from '../store/store';
import type { Claims } from '../identity/tokens';
import type { TellOthers } from './bus';
import type { LiveServer, LiveSocket } from './connected';

const everyMs = 1000;
const databaseEveryMs = 4000;
const rightsKeptMs = 60_000;

/**
 * Closes connections whose token has expired or was revoked within 5 s (D-082, TRUST-S8), on every process: each looks at its own,
 * at once when a commit here or elsewhere touched tokens or users, else every 4 s.
 */
export function startTokenChecks(io: LiveServer, services: Services, tellOthers: TellOthers) {
  let stale: (socket: LiveSocket) => void = () => {};
  let lookedAt = 0;
  let looking: Promise<void> | undefined;
  let again = new Set<string>();

  const timer = setInterval(() => {
    const sockets = [...io.sockets.sockets.values()];
    if (sockets.length === 0) return;
    const now = services.now().getTime();
    for (const socket of sockets) {
      if (socket.data.claims.exp * 1000 <= now) socket.disconnect(true);
      else if (socket.data.watched.length && now - socket.data.watchedAt > rightsKeptMs) {
        socket.data.watchedAt = now;
        stale(socket);
      }
    }
    if (performance.now() - lookedAt >= databaseEveryMs) look(new Set(sockets.map((socket) => socket.data.claims.tid)));
  }, everyMs).unref();

  function look(tenantIds: ReadonlySet<string>): void {
    if (looking) return tenantIds.forEach((id) => again.add(id));
    lookedAt = performance.now();
    looking = Promise.all([...tenantIds].map(lookAt))
      .catch((error: unknown) => services.log.warn({ err: error }, 'open connections could not be checked'))
      .then(() => {
        looking = undefined;
        const next = again;
        again = new Set();
        if (next.size > 0) look(next);
      });
  }

  async function lookAt(tenantId: string): Promise<void> {
    const sockets = [...io.sockets.sockets.values()].filter((socket) => socket.data.claims.tid === tenantId);
    if (sockets.length === 0) return;
    const claims = sockets.map((socket) => socket.data.claims);
    const actor = { tenantId, userId: null, ip: '', agent: 'socket', requestId: 'live' };
    const { users, revoked } = await services.store.transaction(actor, (tx) => readTokens(tx, tenantId, claims), {
      readOnly: true,
    });
    for (const socket of sockets) {
      const { sub, jti, ver } = socket.data.claims;
      if (users.get(sub) === ver && !revoked.has(jti)) continue;
      socket.emit('session_revoked', { reason: 'revoked' });
      socket.disconnect(true);
    }
  }
  io.on('tokens', (tenantId: string) => look(new Set([tenantId])));

  return {
    now(tenantId: string): void {
      look(new Set([tenantId]));
      tellOthers('tokens', tenantId);
    },
    onStale: (listener: (socket: LiveSocket) => void) => void (stale = listener),
    stop: () => clearInterval(timer),
  };
}

async function readTokens(tx: Pick<Tx, 'rows'>, tenantId: string, claims: readonly Claims[]) {
  const userIds = [...new Set(claims.map((one) => one.sub))];
  const users = await tx.rows<{ id: string; version: number }>(sql`
    select "id", coalesce("token_version", 0) as "version" from "users"
    where "tenant_id" = ${tenantId} and "id" = any(${userIds}::text[]) and "status" = 1 and "deleted_at" is null`);
  const revoked = await tx.rows<{ jti: string }>(sql`
    select "jti" from "revoked_tokens"
    where "tenant_id" = ${tenantId} and "jti" = any(${claims.map((one) => one.jti)}::text[]) and "deleted_at" is null`);
  return { users: new Map(users.map((row) => [row.id, row.version])), revoked: new Set(revoked.map((row) => row.jti)) };
}
