import sql from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import type { JobKinds, RunningJob, Steps } from '../jobs/jobs';
import { Refused } from '../outbound/outbound';
import type { ActionPlace } from './rule-actions';

const kind = 'lead-post';
export const jobKinds: JobKinds = { [kind]: run };

/** A rule's or a workflow's webhook: the lead goes to the address as JSON, after commit; an address that fails is tried again. */
export async function postLead({ tx, services, by, lead, ruleId, origin }: ActionPlace, url: string): Promise<void> {
  await services.jobs.add(tx, by, { kind, payload: { url, leadId: lead.id, [origin]: ruleId } });
  tx.afterCommit(() => services.jobs.wake());
}

/** The lead is read when the post leaves: one that was deleted meanwhile goes nowhere. */
async function run({ id, payload, tenantId, services }: RunningJob, steps: Steps): Promise<Record<string, unknown>> {
  const { url, leadId, ...why } = payload as { url: string; leadId: string };
  const lead = await steps.read((tx) =>
    tx.row(sql`
      select l."id", l."name", l."phone", l."email", l."city", l."state", l."source", l."stage_id", l."user_id", l."created_at"
      from "leads" l where l."tenant_id" = ${tenantId} and l."id" = ${leadId} and l."deleted_at" is null`),
  );
  if (!lead) return { posted: false };
  const headers = { 'content-type': 'application/json', 'x-prospectus-delivery': id };
  const body = JSON.stringify({ event: 'rule', ...why, lead });
  try {
    const { status } = await services.outbound.send({ url, method: 'POST', headers, body, mostBytes: 64 * 1024 });
    if (status >= 200 && status < 300) return { posted: true, status };
    if (status >= 400 && status < 500 && status !== 429) throw problem(422, `The address answered ${status}.`);
    throw new Error(`The address answered ${status}.`);
  } catch (error) {
    if (error instanceof Refused && error.why === 'address') throw problem(422, error.message);
    throw error;
  }
}
