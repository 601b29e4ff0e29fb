import type { LeadStage } from '../../schemas/settings/lead-stages';

export type StageGroup = 'leads' | 'call' | 'application';

/** CALLACTION-017: held as a data URL with extension and name. */
export interface Attachment {
  readonly img: string;
  readonly ext: string;
  readonly name: string;
}

/** The form's fields under the names of A §3. */
export interface CallActionValues {
  group: StageGroup | null;
  /** Id of the stage. */
  selectStage: string | null;
  /** Name of the sub stage. */
  selectSubStage: string | null;
  /** ISO with Z. */
  call_date_time: string | null;
  message: string;
  selectCollegeId: number | null;
  files: readonly Attachment[];
  lockStage: boolean;
  allowAutomation: boolean;
}

/** The one stage with rules of its own, known by its exact name (D-065). */
export const enrolled = 'Enrolled';

/** D-068: nothing is prefilled, but for an Enrolled lead its stage (D-065). */
export function startValues(enrolledStageId: string | null, automationOn: boolean): CallActionValues {
  return {
    group: null,
    selectStage: enrolledStageId,
    selectSubStage: null,
    call_date_time: null,
    message: '',
    selectCollegeId: null,
    files: [],
    lockStage: false,
    allowAutomation: automationOn,
  };
}

export type CallActionErrors = Partial<Record<'selectStage' | 'selectSubStage' | 'call_date_time', string>>;

/** What is missing, in the words of A §5. The server holds to the same rules. */
export function errorsOf(
  values: CallActionValues,
  stage: LeadStage | undefined,
  leadIsEnrolled: boolean,
  now: Date,
): CallActionErrors {
  const errors: CallActionErrors = {};
  if (!stage) errors.selectStage = 'Stage is required';
  if (!values.selectSubStage && (stage?.sub_stage_required || leadIsEnrolled)) errors.selectSubStage = 'Sub Stage is required';
  if (stage?.followup_required) {
    if (!values.call_date_time) errors.call_date_time = 'Followup Date is required';
    else if (Date.parse(values.call_date_time) < now.getTime() - 60_000)
      errors.call_date_time = 'Followup Date must not be in the past'; // the field holds whole minutes
  }
  return errors;
}

/** Names a person may choose, in the stage's own order. */
export function subStagesOf(stage: LeadStage | undefined): string[] {
  return [...(stage?.sub_stages ?? [])]
    .filter((one) => one.status !== 0)
    .sort((a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0))
    .map((one) => one.name);
}
