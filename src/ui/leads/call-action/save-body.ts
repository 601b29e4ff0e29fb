import type { SeenStage } from '../../../schemas/calls/call-actions';
import type { callGenerate } from '../../../schemas/calls/call-generate';
import { isRecord } from '../../../schemas/kit/is-record';
import { Problem } from '../../../schemas/kit/problem';
import type { SentTo } from '../../../schemas/kit/sent-to';
import { enrolled } from '../../../schemas/kit/stage-rules';
import type { Lead } from '../../../schemas/leads/leads';
import type { LeadStage } from '../../../schemas/settings/lead-stages';
import type { CallActionValues } from './values';

/** The body of `callGenerate` (D-058). Fields that the chosen stage hides are not sent. */
export function saveBody(
  values: CallActionValues,
  about: { lead: Lead; stage: LeadStage; dialer: boolean; clientRef: string; seen: SeenStage | undefined },
): SentTo<typeof callGenerate> {
  const { lead, stage } = about;
  return {
    lead_id: lead.id,
    lead_source_at_stage: lead.last_source || lead.source || null,
    last_re_enquired_clg_id: lead.last_re_enquired_clg_id ?? null,
    is_stage_mark_locked: stage.is_allow_user_lock_stage && values.lockStage ? 1 : 0,
    callObj: {
      group: values.group ?? 'leads', // D-068
      stage_id: stage.id,
      btn_message: stage.stage_name,
      sub_stage: values.selectSubStage,
      call_date_time: stage.followup_required ? values.call_date_time : null,
      message: values.message.trim(),
      clg_id: values.selectCollegeId,
    },
    allowAutomation: values.allowAutomation,
    files: stage.stage_name === enrolled ? values.files : [],
    user_selected_college_id: values.selectCollegeId,
    dialer: about.dialer,
    client_ref: about.clientRef,
    ...(about.seen ? { seen: about.seen } : {}),
  };
}

/** The stage that the form shows; undefined where this user may not see it. */
export const seenStage = ({ stage_id, last_callaction_sub_stage: sub }: Lead): SeenStage | undefined =>
  stage_id === undefined || sub === undefined
    ? undefined
    : { stage_id: stage_id ? String(stage_id) : null, sub_stage: sub || null };

/** The current stage in the answer to a save that someone else's save came before. */
export function stageInConflict(error: unknown): SeenStage | undefined {
  if (!(error instanceof Problem) || error.code !== 409) return undefined;
  const { current } = error.more;
  if (!isRecord(current)) return undefined;
  const { stage_id, sub_stage } = current;
  return {
    stage_id: typeof stage_id === 'string' ? stage_id : null,
    sub_stage: typeof sub_stage === 'string' ? sub_stage : null,
  };
}
