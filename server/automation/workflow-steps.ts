import sql from 'sql-template-tag';
import { compileMatch } from '../../src/schemas/kit/condition-match';
import { areConditions, jointOf, type Conditions, type Joint } from '../../src/schemas/kit/conditions';
import { runs, type JobKinds, type RunningJob, type Steps } from '../context/running-job';
import { automatically, type LeadActor } from '../leads/acting';
import { isFeatureOff, untilSwitchedOn } from '../channels/held-messages';
import type { Tx } from '../store/store';
import { dayStartIn } from '../lead-events/condition-sql';

import { runAction } from './rule-actions';
import type { ActionLead, ActionPlace, Params } from './action-place';
import { workflowStep, type EntryWork } from './enter-workflows';
import { ruleActor, lockLead } from './run-event';

export const jobKinds: JobKinds = runs(workflowStep, walk);

interface Step {
  readonly id: string;
  readonly type: string;
  readonly params?: Params | null;
  readonly next?: string | null;
}
interface Entry {
  readonly id: string;
  readonly workflow_id: string;
  readonly name: string;
  readonly lead_id: string;
  readonly step: string | null;
  readonly no_messages: boolean | null;
  readonly steps: readonly Step[];
  readonly exit_rule: Conditions['rule'] | null;
  readonly quiet_hours: { from: string; to: string } | null;
  readonly status: number;
  readonly message: string | null;
}
const mostSteps = 100;
/** Why a message waits; the entry says it until the workflow goes on. */
const switchedOff = 'Workflows are switched off for the organisation. The message waits.';

/**
 * Runs a lead through its workflow, one step per transaction, until it ends or waits; a wait is a job scheduled for later. A job that
 * is stopped right behind its wait begins with a cursor: what comes after the wait is not its work.
 */
async function walk(job: RunningJob<EntryWork>, steps: Steps): Promise<void> {
  if (job.cursor) return;
  for (let n = 0; n < mostSteps; n++) {
    const goesOn = await steps.commit(async (tx) => {
      const value = await oneStep(tx, job);
      return value ? { value } : { value, cursor: { isOver: true } };
    });
    if (!goesOn) return;
  }
  await steps.commit(async (tx) => {
    await finish(tx, job.tenantId, job.payload.entryId, 'failed', 'The workflow steps form a loop.');
    return {};
  });
}

async function oneStep(tx: Tx, job: RunningJob<EntryWork>): Promise<boolean> {
  const by = await ruleActor(tx, job);
  const entry = await tx.row<Entry>(
    sql`select e."id", e."workflow_id", w."name", e."lead_id", e."step", e."no_messages", e."message", w."steps", w."exit_rule", w."quiet_hours", w."status"
        from "workflow_entries" e join "workflows" w on w."tenant_id" = e."tenant_id" and w."id" = e."workflow_id"
        where e."tenant_id" = ${by.tenantId} and e."id" = ${job.payload.entryId} and e."state" = 'active'
          and e."deleted_at" is null for update of e`,
    'workflow-entry',
  );
  if (!entry) return false;
  const lead = await lockLead(tx, by.tenantId, entry.lead_id);
  const end = (state: 'completed' | 'stopped' | 'failed', message: string | null = null): Promise<false> =>
    finish(tx, by.tenantId, entry.id, state, message);
  if (!lead) return end('stopped', 'The lead no longer exists.');
  if (entry.status !== 1) return end('stopped', 'The workflow was switched off.');
  if (entry.exit_rule && meets(entry.exit_rule, lead, by)) return end('completed', 'The lead met the exit conditions.');
  const step = entry.steps.find((one) => one.id === entry.step);
  if (!step || step.type === 'end') return end('completed');
  const sends = step.type.startsWith('send_');
  if (sends && (await isFeatureOff(tx, by.tenantId, 'workflow'))) {
    await note(tx, by, entry.id, switchedOff);
    return goLater(tx, job, by, entry.id, entry.step, untilSwitchedOn);
  }
  if (entry.message === switchedOff) await note(tx, by, entry.id, null);
  const later = sends ? afterQuietHours(entry.quiet_hours, by) : null;
  if (later) return goLater(tx, job, by, entry.id, entry.step, later);

  const params = step.params ?? {};
  if (step.type === 'wait') {
    const minutes = Math.min(Math.max(Number(params.minutes) || 1, 1), 525_600);
    return goLater(tx, job, by, entry.id, nextOf(step, entry.steps), new Date(by.now.getTime() + minutes * 60_000));
  }
  if (step.type === 'if') {
    const rule = params.rule;
    if (!areConditions(rule)) return end('failed', `Step ${step.id} has no valid conditions.`);
    const way = meets(rule, lead, by, jointOf(params.globleCondtion)) ? nextOf(step, entry.steps) : params.otherwise;
    return moveTo(tx, by, entry.id, typeof way === 'string' ? way : null);
  }
  const place: ActionPlace = {
    tx,
    services: job.services,
    by,
    lead,
    origin: 'workflow',
    ruleId: entry.workflow_id,
    noMessages: entry.no_messages === true,
  };
  const workflow = { kind: 'workflow', id: entry.workflow_id, name: entry.name } as const;
  const outcome = await automatically(place, workflow, (own) => runAction(own, step.type, params));
  if (outcome.result === 'failed') return end('failed', `Step ${step.id}: ${outcome.message}`);
  if (outcome.message !== undefined) await note(tx, by, entry.id, `Step ${step.id}: ${outcome.message}`);
  return moveTo(tx, by, entry.id, nextOf(step, entry.steps));
}

const meets = (rule: Conditions['rule'], lead: ActionLead, by: LeadActor, globleCondtion: Joint = 'And'): boolean =>
  compileMatch({ rule, globleCondtion }, dayStartIn(by.zone))(lead);
/** Without a next step, the one below follows. */
const nextOf = (step: Step, steps: readonly Step[]): string | null => step.next ?? steps[steps.indexOf(step) + 1]?.id ?? null;

async function moveTo(tx: Tx, by: LeadActor, entryId: string, step: string | null): Promise<boolean> {
  if (step === null) return finish(tx, by.tenantId, entryId, 'completed', null);
  await tx.run(
    sql`update "workflow_entries" set "step" = ${step} where "tenant_id" = ${by.tenantId} and "id" = ${entryId}`,
    'workflow-move',
  );
  return true;
}

/** Why the last skipped step was skipped, or what its message waits for; kept on the entry when the workflow completes. */
async function note(tx: Tx, by: LeadActor, entryId: string, message: string | null): Promise<void> {
  await tx.run(
    sql`update "workflow_entries" set "message" = ${message?.slice(0, 500) ?? null} where "tenant_id" = ${by.tenantId} and "id" = ${entryId}`,
    'workflow-note',
  );
}

async function goLater(tx: Tx, job: RunningJob, by: LeadActor, entryId: string, step: string | null, at: Date): Promise<boolean> {
  if (!(await moveTo(tx, by, entryId, step))) return false;
  await job.services.jobs.add(tx, by, { kind: workflowStep, payload: { entryId }, runAt: at });
  return false;
}

async function finish(
  tx: Tx,
  tenantId: string,
  entryId: string,
  state: 'completed' | 'stopped' | 'failed',
  message: string | null,
): Promise<false> {
  await tx.run(
    sql`update "workflow_entries" set "state" = ${state}, "message" = coalesce(${message}, "message"), "finished_at" = now()
        where "tenant_id" = ${tenantId} and "id" = ${entryId}`,
    'workflow-finish',
  );
  return false;
}

/** When messages can be sent again; null: now. Quiet hours can extend over midnight. */
function afterQuietHours(quiet: Entry['quiet_hours'], { now, zone }: LeadActor): Date | null {
  if (!quiet) return null;
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    now,
  );
  const [at, from, to] = [clock, quiet.from, quiet.to].map((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)));
  const isQuiet = from! <= to! ? at! >= from! && at! < to! : at! >= from! || at! < to!;
  if (!isQuiet) return null;
  return new Date(now.getTime() + ((to! - at! + 1440) % 1440 || 1440) * 60_000);
}
