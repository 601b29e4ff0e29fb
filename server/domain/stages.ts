import type { FieldError } from '../../src/schemas/kit/problem';
/** Clocks of browsers may be this much behind (TRUST-R15). */
const graceMs = 60_000;

/** The stage's part of the rules of a stage change (CALLACTION-055, D-059 to D-065). */
export interface StageRules {
  readonly id: string;
  readonly stage_name: string;
  readonly sub_stages?: readonly { readonly name: string; readonly status?: number }[] | null;
  readonly sub_stage_required?: boolean | null;
  readonly followup_required?: boolean | null;
  readonly is_allow_user_lock_stage?: boolean | null;
  readonly status?: number | null;
  readonly next_stage_ids?: readonly string[] | null;
  readonly required_fields?: readonly string[] | null;
}
export interface StageLead {
  readonly stage_id?: string | null;
  readonly last_callaction_btn_message?: string | null;
  readonly is_stage_mark_locked?: number | null;
  readonly custom?: Readonly<Record<string, unknown>> | null;
  readonly [field: string]: unknown;
}
export interface StageChange {
  readonly sub_stage?: string | null;
  readonly call_date_time?: string | null;
  readonly is_stage_mark_locked?: number | null;
}

/** D-065: recognised by the exact name. */
export const enrolled = 'Enrolled';

/**
 * What is wrong with giving the lead this stage; [] when it may be saved. `stage` undefined: there is none of that id.
 * Paths are those of the callGenerate body. `from` is the lead's stage so far, `titleOf` names a lead field.
 */
export function checkStageChange(
  lead: StageLead,
  from: StageRules | undefined,
  stage: StageRules | undefined,
  change: StageChange,
  now: Date,
  titleOf: (field: string) => string = (field) => field,
): FieldError[] {
  if (!stage || stage.status === 0) return [{ path: 'callObj.stage_id', message: 'Stage is required' }];
  const errors: FieldError[] = [];
  const fail = (path: string, message: string): void => void errors.push({ path, message });
  const wasEnrolled = lead.last_callaction_btn_message === enrolled;

  if (wasEnrolled && stage.stage_name !== enrolled) fail('callObj.stage_id', 'An enrolled lead keeps the stage Enrolled.');
  else if (from && from.id !== stage.id && from.next_stage_ids?.length && !from.next_stage_ids.includes(stage.id))
    fail('callObj.stage_id', `${stage.stage_name} cannot follow ${from.stage_name}.`);

  const known = (stage.sub_stages ?? []).filter((sub) => sub.status !== 0).map((sub) => sub.name);
  if (!change.sub_stage) {
    if (stage.sub_stage_required || wasEnrolled) fail('callObj.sub_stage', 'Sub Stage is required');
  } else if (!known.includes(change.sub_stage)) fail('callObj.sub_stage', `${stage.stage_name} has no such sub stage.`);

  if (!change.call_date_time) {
    if (stage.followup_required) fail('callObj.call_date_time', 'Followup Date is required');
  } else if (isPast(change.call_date_time, now)) fail('callObj.call_date_time', pastFollowUp);

  if (change.is_stage_mark_locked === 1 && !stage.is_allow_user_lock_stage)
    fail('is_stage_mark_locked', `${stage.stage_name} cannot be locked.`);
  for (const field of stage.required_fields ?? [])
    if (isEmpty(lead[field] ?? lead.custom?.[field]))
      fail(`lead.${field}`, `${titleOf(field)} is required for ${stage.stage_name}`);
  return errors;
}

export const pastFollowUp = 'Followup Date must not be in the past';
/** The minimum of a follow-up is now, with a minute for slow clocks (TRUST-R15). */
export function isPast(callDateTime: string, now: Date): boolean {
  return Date.parse(callDateTime) < now.getTime() - graceMs;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
