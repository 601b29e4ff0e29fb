import sql from 'sql-template-tag';
import { JobKind } from '../context/jobs';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import { automatically, type Acting, type LeadActor } from '../leads/acting';
import type { Tx } from '../store/store';
import { queueForDialer } from './dialer-queue';
import { enterWorkflows } from './enter-workflows';
import { assignByRules } from './assign-by-rules';
import { leadEventWork, type LeadEventWork } from '../lead-events/lead-events';
import { mailNewLead } from '../lead-events/new-lead-mail';
import { runAction } from './rule-actions';
import type { ActionLead, ActionPlace } from './action-place';
import { recordRuns, type RunToRecord } from './rule-history';
import { tenantRules, zoneOf, type EngineRuleRow, type LeadTrigger, type TenantRules } from '../lead-events/tenant-rules';

const ruleLater = new JobKind<LaterWork>('rule-later');
export const jobKinds: JobKinds = { ...runs(leadEventWork, runEvent), ...runs(ruleLater, runLater) };

/**
 * The work queued by a lead event, one lead per transaction: the rules that matched, then for a new lead without
 * an owner counsellor allocation and at last the assignment rules (D-139), then workflows and dialer lists.
 */
async function runEvent(
  job: RunningJob<LeadEventWork, { readonly done: number; readonly ran: number }>,
  steps: Steps,
): Promise<object> {
  const { trigger, leads, noMessages = false, isBulk = false, noOwner = false, noAutomation = false } = job.payload;
  const first = job.cursor?.done ?? 0;
  let ran = job.cursor?.ran ?? 0;
  for (let at = first; at < leads.length; at++) {
    const { id, rules: matched } = leads[at]!;
    ran = await steps.commit(async (tx) => {
      const by = await ruleActor(tx, job);
      const lead = await lockLead(tx, by.tenantId, id);
      let count = 0;
      if (lead) {
        const rules = await tenantRules(job.services.store, tx, by.tenantId, by.zone);
        const runs = await runMatched(
          { tx, services: job.services, by, lead, origin: 'rule', noMessages },
          rules,
          trigger,
          matched,
        );
        const now = (await lockLead(tx, by.tenantId, id)) ?? lead;
        if (trigger === 'lead_created' && now.user_id === null && !noOwner)
          runs.push(...(await assignNewLead({ tx, services: job.services, by }, now, rules)));
        if (trigger === 'lead_created' && lead.user_id === null && !isBulk) await mailNewLead(tx, job.services, by.tenantId, id); // the rules have found an owner; otherwise nothing is sent
        if (!noAutomation) {
          runs.push(...(await enterWorkflows({ tx, services: job.services, by, lead: now, noMessages }, rules, trigger)));
          await queueForDialer(tx, by, now, rules, trigger);
        }
        await recordRuns(tx, by, id, trigger, runs);
        count = runs.length;
      }
      const value = ran + count;
      return { cursor: { done: at + 1, ran: value }, done: at + 1, total: leads.length, value };
    });
  }
  return { leads: leads.length, rules: ran };
}

interface LaterWork {
  readonly leadId: string;
  readonly ruleId: string;
  readonly trigger: LeadTrigger;
  readonly noMessages?: boolean;
}

/** A rule that waits before it acts. */
async function runLater(job: RunningJob<LaterWork>, steps: Steps): Promise<void> {
  const { leadId, ruleId, trigger, noMessages = false } = job.payload;
  await steps.commit(async (tx) => {
    const by = await ruleActor(tx, job);
    const lead = await lockLead(tx, by.tenantId, leadId);
    const rules = await tenantRules(job.services.store, tx, by.tenantId, by.zone);
    const rule = rules.engine.get(trigger)?.of(ruleId);
    if (lead && rule && !(await hasRun(tx, by.tenantId, rule, leadId)))
      await recordRuns(tx, by, leadId, trigger, [
        await runRule({ tx, services: job.services, by, lead, origin: 'rule', ruleId, noMessages }, rule),
      ]);
    return {};
  });
}

async function runMatched(
  place: Omit<ActionPlace, 'ruleId'>,
  rules: TenantRules,
  trigger: LeadTrigger,
  matched: readonly string[],
): Promise<RunToRecord[]> {
  const { tx, services, by } = place;
  const runs: RunToRecord[] = [];
  let { lead } = place;
  for (const ruleId of matched) {
    const rule = rules.engine.get(trigger)?.of(ruleId);
    if (!rule || (await hasRun(tx, by.tenantId, rule, lead.id))) continue; // switched off meanwhile, or once is enough
    if (rule.delay_min && trigger !== 'no_activity') {
      await services.jobs.add(tx, by, {
        kind: ruleLater,
        payload: { leadId: lead.id, ruleId, trigger, noMessages: place.noMessages },
        runAt: new Date(by.now.getTime() + rule.delay_min * 60_000),
      });
      continue;
    }
    runs.push(await runRule({ ...place, lead, ruleId }, rule));
    lead = (await lockLead(tx, by.tenantId, lead.id)) ?? lead; // the next rule sees what this one did
  }
  return runs;
}

/** What the rule does is done in its own name. */
export const runRule = (place: ActionPlace, rule: EngineRuleRow): Promise<RunToRecord> =>
  automatically(place, { kind: 'rule', id: rule.id, name: rule.name }, (own) => runActions(own, rule));

async function runActions(place: ActionPlace, rule: EngineRuleRow): Promise<RunToRecord> {
  const actions: { type: string; result: string; message?: string }[] = [];
  let { lead } = place;
  for (const { type, params } of rule.actions) {
    actions.push({ type, ...(await runAction({ ...place, lead }, type, params)) });
    lead = (await lockLead(place.tx, place.by.tenantId, lead.id)) ?? lead;
  }
  const result = actions.some((one) => one.result === 'failed')
    ? 'failed'
    : actions.some((one) => one.result === 'done')
      ? 'executed'
      : 'skipped';
  return { family: 'rules', ruleId: rule.id, actions, result };
}

async function assignNewLead(acting: Acting, lead: ActionLead, rules: TenantRules): Promise<RunToRecord[]> {
  for (const [name, family] of [
    ['counsellor-rules', rules.counsellors],
    ['assignment-rules', rules.assignment],
  ] as const) {
    const given = await assignByRules(acting, lead, name, family);
    if (given)
      return [
        {
          family: name,
          ruleId: given.ruleId,
          actions: [{ type: 'assign', result: 'done', message: given.userId }],
          result: 'executed',
        },
      ];
  }
  return [];
}

export async function hasRun(tx: Tx, tenantId: string, rule: EngineRuleRow, leadId: string): Promise<boolean> {
  if (rule.run_once_per_lead === false) return false;
  const run = await tx.row(
    sql`select 1 from "rule_runs" where "tenant_id" = ${tenantId} and "rule_id" = ${rule.id} and "lead_id" = ${leadId} and "deleted_at" is null limit 1`,
    'rule-has-run',
  );
  return run !== undefined;
}

/** In whose name rules and workflows act: the user of the job, or the server itself. */
export async function ruleActor(tx: Tx, job: Pick<RunningJob, 'tenantId' | 'userId' | 'services'>): Promise<LeadActor> {
  return { tenantId: job.tenantId, userId: job.userId, zone: await zoneOf(tx, job.tenantId), now: job.services.now() };
}

export const lockLead = (tx: Tx, tenantId: string, id: string): Promise<ActionLead | undefined> =>
  tx.row<ActionLead>(
    sql`select * from "leads" where "tenant_id" = ${tenantId} and "id" = ${id} and "deleted_at" is null and "merged_into" is null for update`,
    'lead-lock-automation',
  );
