import sql from 'sql-template-tag';
import { resources } from '../../src/schemas/kit/all';
import { keyOf, type AnyResource } from '../../src/schemas/kit/resource';
import type { Services } from '../context/services';
import { ident, table } from '../store/identifiers';
import type { Actor, Store, Tx } from '../store/store';

const day = 86_400_000;
const keptDays = 90;
const batch = 1000;

/** Looks once per day while the process runs. */
export function startCustomValueSweep(services: Services): void {
  const { store, now, log } = services;
  const sweep = (): Promise<unknown> =>
    sweepCustomValues(store, now()).catch((error: unknown) => log.warn({ err: error }, 'custom values could not be cleaned up'));
  setInterval(() => void sweep(), day).unref();
}

/**
 * D-136: values of a deleted custom field are kept, hidden, for 90 days. Then they go, and the field's row with them, so that its
 * key is free. Returns how many records lost a value.
 */
export async function sweepCustomValues(store: Store, now: Date): Promise<number> {
  const until = new Date(now.getTime() - keptDays * day).toISOString();
  let gone = 0;
  for (const { tenant_id } of await store.lookUp<{ tenant_id: string }>('tenant_ids', [])) {
    const actor: Actor = { tenantId: tenant_id, userId: null, ip: '', agent: 'sweep', requestId: 'sweep' };
    const old = await store.transaction(actor, (tx) =>
      tx.rows<{ id: string; entity: string; key: string }>(sql`
        select "id", "entity", "key" from "custom_fields"
        where "tenant_id" = ${tenant_id} and "deleted_at" < ${until}::timestamptz and "key" is not null`),
    );
    for (const field of old) {
      for (const resource of resources.filter((one) => one.customFields === field.entity)) {
        let done: number;
        do {
          done = await store.transaction(actor, (tx) => takeOut(tx, tenant_id, resource, field.key));
          gone += done;
        } while (done === batch);
      }
      await store.transaction(actor, (tx) =>
        tx.run(sql`delete from "custom_fields" where "tenant_id" = ${tenant_id} and "id" = ${field.id}`),
      );
    }
  }
  return gone;
}

const takeOut = (tx: Tx, tenantId: string, resource: AnyResource, key: string): Promise<number> => {
  const id = ident(keyOf(resource).name);
  return tx.run(sql`
    update ${table(resource)} set "custom" = "custom" - ${key}::text
    where "tenant_id" = ${tenantId} and ${id} in (
      select ${id} from ${table(resource)} where "tenant_id" = ${tenantId} and jsonb_exists("custom", ${key}) limit ${batch})`);
};
