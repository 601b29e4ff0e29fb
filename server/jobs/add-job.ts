import sql from 'sql-template-tag';
import type { Jobs } from '../context/jobs';
import { newId } from '../store/ids';

/** Without a key of its own nothing can be in its way, so nobody waits for the row. */
export const addJob: Jobs['add'] = async (tx, session, job) => {
  const id = newId();
  const runAt = job.runAt?.toISOString() ?? null;
  const inserting = sql`
    insert into "jobs" ("tenant_id", "id", "kind", "state", "payload", "dedupe_key", "run_at", "created_by")
    values (${session.tenantId}, ${id}, ${job.kind.name}, 'queued', ${JSON.stringify(job.payload)}::jsonb,
      ${job.dedupeKey ?? null}, ${runAt}::timestamptz, ${session.userId})
    on conflict do nothing`;
  if (job.dedupeKey === undefined) {
    tx.send(inserting, 'jobs-add');
    return id;
  }
  if ((await tx.run(inserting, 'jobs-add')) === 1) return id;
  const known = await tx.row<{ id: string }>(sql`
    select "id" from "jobs" where "tenant_id" = ${session.tenantId} and "kind" = ${job.kind.name}
      and "dedupe_key" = ${job.dedupeKey} and "finished_at" is null`);
  if (!known) throw new Error(`job ${job.kind.name} neither added nor found`);
  return known.id;
};
