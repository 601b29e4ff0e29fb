import sql from 'sql-template-tag';
import { JobKind } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import { postJson } from '../lead-events/post-json';
import type { ActionPlace } from './action-place';

/** The lead is read when the request is sent: a lead deleted meanwhile is not sent. */
interface Work {
  readonly url: string;
  readonly leadId: string;
  /** By whose order. */
  readonly rule?: string;
  readonly workflow?: string;
}
const kind = new JobKind<Work>('lead-post');
export const jobKinds: JobKinds = runs(kind, run);

/** A rule's or a workflow's webhook: the lead goes to the address as JSON, after commit; a failed request is repeated. */
export async function postLead({ tx, services, by, lead, ruleId, origin }: ActionPlace, url: string): Promise<void> {
  await services.jobs.add(tx, by, { kind, payload: { url, leadId: lead.id, [origin]: ruleId } });
  tx.afterCommit(() => services.jobs.wake());
}

async function run({ id, payload, tenantId, services }: RunningJob<Work>, steps: Steps): Promise<object> {
  const { url, leadId, ...why } = payload;
  const lead = await steps.read((tx) =>
    tx.row(sql`
      select l."id", l."name", l."phone", l."email", l."city", l."state", l."source", l."stage_id", l."user_id", l."created_at"
      from "leads" l where l."tenant_id" = ${tenantId} and l."id" = ${leadId} and l."deleted_at" is null`),
  );
  if (!lead) return { posted: false };
  const status = await postJson(services, { url, deliveryId: id }, JSON.stringify({ event: 'rule', ...why, lead }));
  return { posted: true, status };
}
