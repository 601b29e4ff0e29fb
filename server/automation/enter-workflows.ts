import sql from 'sql-template-tag';
import { JobKind } from '../context/jobs';
import type { Services } from '../context/services';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';
import type { LeadActor } from '../leads/acting';
import type { ActionLead } from './action-place';
import type { RunToRecord } from './rule-history';
import type { LeadTrigger, TenantRules } from '../lead-events/tenant-rules';

/** Continues a lead's way through a workflow. */
export interface EntryWork {
  readonly entryId: string;
}
export const workflowStep = new JobKind<EntryWork>('workflow-step');

interface Place {
  readonly tx: Tx;
  readonly services: Services;
  readonly by: LeadActor;
  readonly lead: ActionLead;
  readonly noMessages: boolean;
}

/** Puts the lead into the workflows that begin with this event and into those of matching workflow rules. */
export async function enterWorkflows(place: Place, rules: TenantRules, trigger: LeadTrigger): Promise<RunToRecord[]> {
  const { lead } = place;
  for (const id of rules.workflows.get(trigger)?.matching(lead) ?? []) await enterWorkflow(place, id, null);
  if (!['lead_created', 'lead_updated', 'stage_changed'].includes(trigger)) return [];
  const matching = rules.workflowRules.matching(lead);
  const runs: RunToRecord[] = [];
  for (const ruleId of matching) runs.push(...(await enterByRule(place, rules.workflowRules.of(ruleId))));
  await leaveByRules(
    place,
    rules.workflowRules.rules.filter((rule) => rule.on_exit === 'stop' && !matching.includes(rule.id)).map((rule) => rule.id),
  );
  return runs;
}

/** One run when the lead entered a workflow that it was not in. */
export async function enterByRule(place: Place, rule: { id: string; workflow_ids: readonly string[] }): Promise<RunToRecord[]> {
  const actions = [];
  for (const workflowId of rule.workflow_ids)
    if (await enterWorkflow(place, workflowId, rule.id))
      actions.push({ type: 'enter_workflow', result: 'done', message: workflowId });
  return actions.length ? [{ family: 'workflow-rules', ruleId: rule.id, actions, result: 'executed' }] : [];
}

/** False when the workflow is not active, or the lead is in it, or was and cannot re-enter. */
async function enterWorkflow(
  { tx, services, by, lead, noMessages }: Place,
  workflowId: string,
  ruleId: string | null,
): Promise<boolean> {
  const workflow = await tx.row<{ first: string | null; barred: boolean }>(
    sql`select w."steps"->0->>'id' as "first", exists (select 1 from "workflow_entries" e where e."tenant_id" = w."tenant_id"
            and e."workflow_id" = w."id" and e."lead_id" = ${lead.id} and e."deleted_at" is null
            and (e."state" = 'active' or not coalesce(w."re_entry", false))) as "barred"
        from "workflows" w where w."tenant_id" = ${by.tenantId} and w."id" = ${workflowId} and w."status" = 1 and w."deleted_at" is null`,
    'workflow-to-enter',
  );
  if (!workflow || workflow.barred) return false;
  const id = newId();
  await tx.run(
    sql`insert into "workflow_entries" ("tenant_id", "id", "workflow_id", "lead_id", "rule_id", "state", "step", "no_messages")
        values (${by.tenantId}, ${id}, ${workflowId}, ${lead.id}, ${ruleId}, 'active', ${workflow.first}, ${noMessages})`,
    'workflow-enter',
  );
  await services.jobs.add(tx, by, { kind: workflowStep, payload: { entryId: id } });
  tx.afterCommit(() => services.jobs.wake());
  return true;
}

/** Rules with `on_exit` stop remove leads that no longer match. */
async function leaveByRules({ tx, by, lead }: Place, ruleIds: readonly string[]): Promise<void> {
  if (!ruleIds.length) return;
  await tx.run(
    sql`update "workflow_entries" set "state" = 'stopped', "finished_at" = ${by.now.toISOString()}::timestamptz,
          "message" = 'The lead no longer matches the rule.'
        where "tenant_id" = ${by.tenantId} and "lead_id" = ${lead.id} and "state" = 'active' and "rule_id" = any(${[...ruleIds]}::text[])
          and "deleted_at" is null`,
    'workflow-leave',
  );
}
