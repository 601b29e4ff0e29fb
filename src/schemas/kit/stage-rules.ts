import { recordIn } from './is-record';

/** What the active stages are read by. */
export const stageChoicesWire = 'GET getLeadStages?allStages=false';

/** The stage's part of the rules of a stage change (D-059 to D-065). */
export interface StageRules {
  readonly id: string | number;
  readonly stage_name?: string | null;
  readonly sub_stages?: readonly { readonly name: string; readonly status?: number | null }[] | null;
  readonly sub_stage_required?: boolean | null;
  readonly followup_required?: boolean | null;
  readonly is_allow_user_lock_stage?: boolean | null;
  readonly status?: number | null;
  readonly next_stage_ids?: readonly string[] | null;
  readonly required_fields?: readonly string[] | null;
}
/** The lead fields that a stage requires, custom ones included. */
export interface StageLead {
  readonly last_callaction_btn_message?: string | null;
  readonly is_stage_mark_locked?: number | null;
  readonly custom?: unknown;
  readonly [field: string]: unknown;
}
/** The stage that someone, or something, wants a lead to have. */
export interface StageWish {
  /** The lead's stage so far. */
  readonly from: StageRules | undefined;
  /** Undefined: there is none of that id. */
  readonly to: StageRules | undefined;
  readonly subStage: string | null;
  /** ISO time of the follow-up that comes with it. */
  readonly followUpAt: string | null;
  /** The lead keeps this stage from now on; automation cannot change it. */
  readonly lock: boolean;
  /** Requested by a rule or a workflow: it cannot change a locked stage (D-063). */
  readonly isAutomatic: boolean;
}
/** A broken rule, by its name, and the field where the person finds it. */
export interface StageFault {
  readonly rule: 'stage' | 'locked' | 'enrolled' | 'next' | 'sub_stage' | 'follow_up' | 'lock' | 'lead_field';
  readonly field: 'stage' | 'sub_stage' | 'call_date_time' | 'lock' | `lead.${string}`;
  readonly message: string;
}

/** D-065: the one stage with rules of its own, recognised by the exact name. */
export const enrolled = 'Enrolled';
export const isEnrolled = (lead: StageLead | undefined): boolean => lead?.last_callaction_btn_message === enrolled;

/**
 * What prevents giving the lead this stage, for people and automation alike: [] when it can be saved. `titleOf` names a lead
 * field.
 */
export function stageFaults(
  lead: StageLead,
  wish: StageWish,
  now: Date,
  titleOf: (field: string) => string = (field) => field,
): StageFault[] {
  const { to } = wish;
  if (!to || to.status === 0) return [{ rule: 'stage', field: 'stage', message: 'Stage is required' }];
  const order = orderFault(lead, wish.from, to);
  return [
    ...(wish.isAutomatic && lead.is_stage_mark_locked === 1
      ? [{ rule: 'locked', field: 'stage', message: 'The stage of this lead is locked.' } as const]
      : []),
    ...(order ? [order] : []),
    ...subStageFaults(to, wish.subStage, isEnrolled(lead)),
    ...followUpFaults(to, wish.followUpAt, now),
    ...(wish.lock && !to.is_allow_user_lock_stage
      ? [{ rule: 'lock', field: 'lock', message: `${to.stage_name} cannot be locked.` } as const]
      : []),
    ...fieldFaults(lead, to, titleOf),
  ];
}

function orderFault(lead: StageLead, from: StageRules | undefined, to: StageRules): StageFault | undefined {
  if (isEnrolled(lead))
    return to.stage_name === enrolled
      ? undefined
      : { rule: 'enrolled', field: 'stage', message: 'An enrolled lead cannot leave the stage Enrolled.' };
  if (!from?.next_stage_ids?.length || from.id === to.id || from.next_stage_ids.some((id) => id === to.id)) return undefined;
  return { rule: 'next', field: 'stage', message: `${to.stage_name} cannot follow ${from.stage_name}.` };
}

/** An enrolled lead is asked for its sub-stage in any case: it is all that can change (D-065). */
export const asksSubStage = (to: Pick<StageRules, 'sub_stage_required'> | undefined, isEnrolledLead: boolean): boolean =>
  isEnrolledLead || Boolean(to?.sub_stage_required);

function subStageFaults(to: StageRules, subStage: string | null, isEnrolledLead: boolean): StageFault[] {
  if (!subStage && asksSubStage(to, isEnrolledLead))
    return [{ rule: to.sub_stage_required ? 'sub_stage' : 'enrolled', field: 'sub_stage', message: 'Sub Stage is required' }];
  if (!subStage) return [];
  if (to.sub_stages?.some((one) => one.name === subStage && one.status !== 0)) return [];
  return [{ rule: 'sub_stage', field: 'sub_stage', message: `${to.stage_name} has no such sub stage.` }];
}

function followUpFaults(to: StageRules, at: string | null, now: Date): StageFault[] {
  const fault = (message: string): StageFault[] => [{ rule: 'follow_up', field: 'call_date_time', message }];
  if (!at) return to.followup_required ? fault('Followup Date is required') : [];
  const wrong = wrongFollowUpTime(at, now);
  return wrong ? fault(wrong) : [];
}

function fieldFaults(lead: StageLead, to: StageRules, titleOf: (field: string) => string): StageFault[] {
  const custom = recordIn(lead.custom);
  return (to.required_fields ?? [])
    .filter((field) => isEmpty(lead[field] ?? custom[field]))
    .map((field) => ({
      rule: 'lead_field',
      field: `lead.${field}`,
      message: `${titleOf(field)} is required for ${to.stage_name}`,
    }));
}

const pastFollowUp = 'Followup Date must not be in the past';
/** Clocks of browsers may be this much behind (TRUST-R15), and a form's field holds whole minutes. */
const graceMs = 60_000;
export const isPast = (moment: string, now: Date): boolean => Date.parse(moment) < now.getTime() - graceMs;

/** A later time is a slip of the finger; the days after the year 9999 have no name that can be stored or shown. */
const lastYear = 2999;
/** Why there can be no follow-up at that time, in words: the minimum is now. */
export function wrongFollowUpTime(callDateTime: string, now: Date): string | undefined {
  if (isPast(callDateTime, now)) return pastFollowUp;
  const isFar = Date.parse(callDateTime) >= Date.UTC(lastYear + 1, 0);
  return isFar ? `Followup Date must be before the year ${lastYear + 1}` : undefined;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
