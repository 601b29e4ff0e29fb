import sql from 'sql-template-tag';
import type { Services } from '../context/services';
import type { Actor, Store, Tx } from '../store/store';

const hour = 3_600_000;
const day = 24 * hour;
const batch = 2000;

/** Looks once an hour while the process runs. */
export function startVisitSweep(services: Services): void {
  const { store, now, log } = services;
  const sweep = (): Promise<unknown> =>
    sweepVisits(store, now()).catch((error: unknown) => log.warn({ err: error }, 'old visits could not be deleted'));
  setInterval(() => void sweep(), hour).unref();
}

/** Visits that their site keeps no longer go, with what happened in them. Leads stay as they are. Returns how many went. */
export async function sweepVisits(store: Store, now: Date): Promise<number> {
  let gone = 0;
  for (const { tenant_id: tenantId } of await store.lookUp<{ tenant_id: string }>('tenant_ids', [])) {
    const actor: Actor = { tenantId, userId: null, ip: '', agent: 'sweep', requestId: 'sweep' };
    const sites = await store.transaction(actor, (tx) =>
      tx.rows<{ id: string; keep_days: number | null }>(
        sql`select "id", "keep_days" from "analytics_properties" where "tenant_id" = ${tenantId}`,
      ),
    );
    for (const { id, keep_days } of sites) {
      const until = new Date(now.getTime() - (keep_days ?? 395) * day).toISOString();
      let done: number;
      do {
        done = await store.transaction(actor, (tx) => deleteOld(tx, tenantId, id, until));
        gone += done;
      } while (done === batch);
    }
  }
  return gone;
}

async function deleteOld(tx: Tx, tenantId: string, siteId: string, until: string): Promise<number> {
  const old = await tx.rows<{ id: string }>(sql`
    select "id" from "site_visits" where "tenant_id" = ${tenantId} and "site_id" = ${siteId} and "last_at" < ${until}::timestamptz
    limit ${batch}`);
  if (!old.length) return 0;
  const ids = old.map(({ id }) => id);
  await tx.run(sql`delete from "site_events" where "tenant_id" = ${tenantId} and "visit_id" = any(${ids}::text[])`);
  return tx.run(sql`delete from "site_visits" where "tenant_id" = ${tenantId} and "id" = any(${ids}::text[])`);
}
