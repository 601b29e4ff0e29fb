import sql from 'sql-template-tag';
import { resources } from '../../src/schemas/kit/all';
import { resourceNamed } from '../../src/schemas/kit/all';
import type { Services } from '../context/services';
import { tableName } from '../store/identifiers';
import { newId } from '../store/ids';
import type { DbRow, Tx } from '../store/store';

interface Listener {
  readonly id: string;
  readonly events: readonly string[];
  readonly created_at: string;
  readonly seen_seq: number;
}
interface Change {
  readonly seq: number;
  readonly at: string;
  readonly table_name: string;
  readonly row_key: string;
  readonly op: 'insert' | 'update' | 'delete';
  readonly old: DbRow | null;
  readonly new: Readonly<DbRow> | null;
  readonly user_id: string | null;
}
const atMost = 500;

/**
 * Turns new audit entries of a tenant into deliveries; returns how many. The audit is written with the change itself, by
 * triggers, so no way of writing is forgotten. A transaction may commit after one with a higher number: two minutes are looked
 * through again, and what has its delivery is left out.
 */
export function findEvents({ store }: Services, tenantId: string): Promise<number> {
  const actor = { tenantId, userId: null, ip: '', agent: 'webhooks', requestId: 'webhooks' };
  return store.transaction(actor, async (tx) => {
    const listeners = await tx.rows<Listener>(
      sql`select w."id", w."events", w."created_at", s."seen_seq" from "webhooks" w
          join "webhook_states" s on s."tenant_id" = w."tenant_id" and s."webhook_id" = w."id"
          where w."tenant_id" = ${tenantId} and w."status" = 1 and w."deleted_at" is null`,
      'webhook-listeners',
    );
    let found = 0;
    for (const listener of listeners) found += await findFor(tx, tenantId, listener);
    return found;
  });
}

async function findFor(tx: Tx, tenantId: string, { id, events, created_at: since, seen_seq: seen }: Listener): Promise<number> {
  const wanted = new Set(events);
  const tables = [...new Set(events.map((one) => one.split('.')[0]!))].flatMap((name) =>
    byName.has(name) ? [tableName(resourceNamed(name))] : [],
  );
  const changes = await tx.rows<Change>(
    sql`select a."seq", a."at", a."table_name", a."row_key", a."op", a."old", a."new", a."user_id" from "audit" a
        where a."tenant_id" = ${tenantId} and a."table_name" = any(${tables}::text[]) and a."at" >= ${since}::timestamptz
          and a."reason" is distinct from 'key rotation' and (a."seq" > ${seen}::bigint or a."at" > now() - interval '2 minutes')
          and not exists (select from "webhook_deliveries" d where d."tenant_id" = ${tenantId} and d."webhook_id" = ${id}
            and d."audit_seq" = a."seq" and d."deleted_at" is null)
        order by a."seq" limit ${atMost}`,
    'webhook-changes',
  );
  const rows = changes.flatMap((change) => {
    const resource = byTable.get(change.table_name)!;
    const verb = verbOf(change);
    const event = `${resource}.${verb}`;
    if (!wanted.has(event) && !wanted.has(`${resource}.*`)) return [];
    const delivery = newId();
    const body = {
      id: delivery,
      event,
      at: change.at,
      resource,
      record_id: change.row_key,
      by: change.user_id,
      ...(change.op === 'insert' ? { record: change.new } : { old: change.old, new: change.new }),
    };
    return [[tenantId, delivery, id, event, change.row_key, Number(change.seq), 'queued', JSON.stringify(body)]];
  });
  const columns = ['tenant_id', 'id', 'webhook_id', 'event', 'record_id', 'audit_seq', 'state', 'body'];
  await tx.insertMany('webhook_deliveries', columns, rows);
  const last = Number(changes.at(-1)?.seq ?? seen);
  if (last > seen)
    await tx.run(
      sql`update "webhook_states" set "seen_seq" = ${last}::bigint where "tenant_id" = ${tenantId} and "webhook_id" = ${id}`,
    );
  return rows.length;
}

/** A deletion sets `deleted_at`; a restored record is there again. */
function verbOf({ op, old, new: now }: Change): 'created' | 'updated' | 'deleted' {
  if (op !== 'update') return op === 'insert' ? 'created' : 'deleted';
  if (!old || !('deleted_at' in old)) return 'updated';
  return now?.['deleted_at'] ? 'deleted' : 'created';
}

const byName = new Set(resources.filter((one) => one.store !== 'none' && one.store !== 'view').map((one) => one.name));
const byTable = new Map(resources.map((one) => [tableName(one), one.name]));
