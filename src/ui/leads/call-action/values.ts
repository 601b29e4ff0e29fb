import { stageFaults, type StageFault, type StageLead } from '../../../schemas/kit/stage-rules';
import type { LeadStage } from '../../../schemas/settings/lead-stages';

export type StageGroup = 'leads' | 'call' | 'application';

/** Held as a data URL with extension and name. */
export interface Attachment {
  readonly img: string;
  readonly ext: string;
  readonly name: string;
}

/** The form's fields under their wire names. */
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

/** D-068: nothing is prefilled, except the stage of an Enrolled lead (D-065). */
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

const fieldOf: Partial<Record<StageFault['field'], keyof CallActionErrors>> = {
  stage: 'selectStage',
  sub_stage: 'selectSubStage',
  call_date_time: 'call_date_time',
};

/**
 * Missing fields by the server's own rules. Lead fields that a stage requires are left to the server, because this user may not
 * see them.
 */
export function errorsOf(values: CallActionValues, lead: StageLead, stages: readonly LeadStage[], now: Date): CallActionErrors {
  const stageOf = (id: unknown): LeadStage | undefined => stages.find((one) => one.id === id);
  const to = stageOf(values.selectStage);
  const wish = {
    from: stageOf(lead['stage_id']),
    to,
    subStage: values.selectSubStage || null,
    followUpAt: to?.followup_required ? values.call_date_time : null,
    lock: false,
    isAutomatic: false,
  };
  const errors: CallActionErrors = {};
  for (const { field, message } of stageFaults(lead, wish, now)) {
    const name = fieldOf[field];
    if (name) errors[name] ??= message;
  }
  return errors;
}

/** Sub stages that can be selected, in the stage's own order. */
export function subStagesOf(stage: LeadStage | undefined): string[] {
  return [...(stage?.sub_stages ?? [])]
    .filter((one) => one.status !== 0)
    .sort((a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0))
    .map((one) => one.name);
}
