import sql from 'sql-template-tag';
import type { Context } from '../context/context';
import { JobKind } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import { actingFor } from '../leads/acting';
import { assignLeads } from '../leads/assign';
import type { Tx } from '../store/store';

const kind = new JobKind<{ readonly user_id: string }>('release-leads');
export const jobKinds: JobKinds = runs(kind, run);

/** Leads of one transaction: each of them has history and events of its own. */
const chunk = 100;

/** Queues a job for the leads of a deactivated user: if the tenant wants so, they lose their owner. */
export async function releaseLeads({ tx, session, services }: Context, userId: string): Promise<void> {
  await services.jobs.add(tx, session, { kind, payload: { user_id: userId }, dedupeKey: userId });
  tx.afterCommit(() => services.jobs.wake());
}

/** Chunk by chunk, until the user owns none; a user activated meanwhile keeps the rest. */
async function run(job: RunningJob<{ readonly user_id: string }, { readonly released: number }>, steps: Steps): Promise<object> {
  const { tenantId, services } = job;
  const ownerId = job.payload.user_id;
  let released = job.cursor?.released ?? 0;
  for (let isOver = false; !isOver;)
    ({ released, isOver } = await steps.commit(async (tx) => {
      const leads = await nextLeads(tx, tenantId, ownerId);
      const why = { reason: 'deactivated_user', note: 'The owner was deactivated.' } as const;
      await assignLeads(await actingFor(tx, services, job), leads, null, why);
      const now = { released: released + leads.length };
      return { cursor: now, done: now.released, value: { ...now, isOver: leads.length < chunk } };
    }));
  return { released };
}

/** In the order of their ids, as other calls lock leads, so that they wait for each other. */
const nextLeads = (tx: Tx, tenantId: string, ownerId: string): Promise<{ id: string; user_id: string }[]> =>
  tx.rows<{ id: string; user_id: string }>(
    sql`select l."id", l."user_id" from "leads" l
        where l."tenant_id" = ${tenantId} and l."user_id" = ${ownerId} and l."deleted_at" is null
          and exists (select 1 from "tenant" t join "users" u on u."tenant_id" = t."tenant_id" and u."id" = ${ownerId} and u."status" = 0
            where t."tenant_id" = ${tenantId} and t."is_allow_inactive_user_have_leads" = 0)
        order by l."id" limit ${chunk} for update of l`,
    'leads-to-release',
  );
