import type { callGenerate } from '../../../schemas/calls/call-actions';
import type { SentTo } from '../../../schemas/kit/sent-to';
import { enrolled } from '../../../schemas/kit/stage-rules';
import type { Lead } from '../../../schemas/leads/leads';
import type { LeadStage } from '../../../schemas/settings/lead-stages';
import type { CallActionValues } from './values';

/** The body of `callGenerate` (D-058). Fields that the chosen stage hides are not sent. */
export function saveBody(
  values: CallActionValues,
  about: { lead: Lead; stage: LeadStage; dialer: boolean; clientRef: string },
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
  };
}
