import sql from 'sql-template-tag';
import type { Tx } from '../store/store';
import { iso } from './office-hours';
import type { Chance } from './random';

/** The dialer's job that fetches and stores a recording. */
const kind = 'call-recording';
/** Conversations of each person that have one. */
const each = 3;

/** The latest conversations of everyone have a recording: the sandbox delivers it as it does after a call. */
export async function seedRecordings(tx: Tx, tenantId: string, luck: Chance, now: number): Promise<void> {
  const calls: { id: string }[] = await tx.rows(sql`
    select "id" from (select "id", row_number() over (partition by "user_id" order by "started_at" desc, "id") as "place" from "calls"
      where "tenant_id" = ${tenantId} and "talk_s" > 0 and "deleted_at" is null) c
    where "place" <= ${each} order by "id"`);
  await tx.insertMany(
    'jobs',
    ['tenant_id', 'id', 'kind', 'state', 'payload', 'dedupe_key', 'run_at'],
    calls.map(({ id }) => [tenantId, luck.id(now), kind, 'queued', JSON.stringify({ callId: id, address: '' }), id, iso(now)]),
  );
}
