import type { Committed } from '../store/store';
import type { TellOthers } from './bus';
import type { LiveServer, LiveSocket } from './connected';

/** Tables that decide what people of a tenant can see: a changed role or team changes who sees whom. */
const tables = new Set(['users_roles', 'teams', 'tenant', 'users']);
/** Statements by hand on these write when someone signed in or has a break; what they may see is changed row by row. */
const byRowAlone = new Set(['users', 'tenant']);
const atOnce = 10;

/**
 * Who may no longer see rows stops hearing of them as soon as that is committed, on every process: the rooms of the tenant's
 * connections are asked for again by `readAgain`. Without this they would stand for up to a minute (D-017).
 */
export function followRights(
  io: LiveServer,
  tellOthers: TellOthers,
  { forget, readAgain }: { forget(userId: string): void; readAgain(socket: LiveSocket): Promise<void> },
): (committed: Committed) => void {
  const reading = new Set<string>();
  const again = new Set<string>();

  async function follow(tenantId: string): Promise<void> {
    if (reading.has(tenantId)) return void again.add(tenantId);
    reading.add(tenantId);
    const sockets = [...io.sockets.sockets.values()].filter(
      ({ data: { claims, watched } }) => claims.tid === tenantId && watched.length > 0,
    );
    for (const { data } of sockets) forget(data.claims.sub);
    for (let from = 0; from < sockets.length; from += atOnce)
      await Promise.all(sockets.slice(from, from + atOnce).map(readAgain));
    reading.delete(tenantId);
    if (again.delete(tenantId)) await follow(tenantId);
  }
  io.on('rights', (tenantId: string) => void follow(tenantId));

  return (committed) => {
    if (!mayChangeRights(committed)) return;
    void follow(committed.tenantId);
    tellOthers('rights', committed.tenantId);
  };
}

const mayChangeRights = ({ rows, whole }: Committed): boolean =>
  rows.some(({ table }) => tables.has(table)) || [...whole].some((table) => tables.has(table) && !byRowAlone.has(table));
