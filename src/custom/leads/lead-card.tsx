import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Lead } from '../../schemas/leads/leads';
import { Reach } from '../../ui/leads/reach';
import { StageTag } from '../../ui/leads/stage-tag';
import { DueTime } from '../../ui/time/time';
import { labelOf, leadName, stageName } from '../../ui/leads/lead-text';
import { leadPath } from '../../schemas/kit/lead-page';

/** A lead on a phone: name, interest, stage and next step; call and message within reach of the thumb. */
export function LeadCard({
  lead,
  mayReach = true,
  colorOf,
  foot,
}: {
  lead: Lead;
  /** Call and message. */
  mayReach?: boolean;
  colorOf: (stage: string | null | undefined) => string | null;
  /** The action that this list is about. */
  foot: ReactNode;
}): ReactNode {
  return (
    <>
      <div className="p-card-main">
        <span className="ld-card-name">
          <Link className="p-cut" to={leadPath(lead.id)}>
            {leadName(lead)}
          </Link>
          {Number(lead.re_enquiry_count ?? 0) > 0 ? <span className="ld-again">{Number(lead.re_enquiry_count) + 1}×</span> : null}
        </span>
        <span className="ld-card-what p-cut">
          {[labelOf(lead, 'course'), labelOf(lead, 'clg_id')].filter(Boolean).join(' · ') || labelOf(lead, 'source') || '–'}
        </span>
        <span className="ld-card-next">
          <StageTag name={stageName(lead)} color={colorOf(lead.stage_id)} />
          {lead.next_followup_at ? <DueTime at={lead.next_followup_at} /> : null}
        </span>
        {foot}
      </div>
      {mayReach ? (
        <Reach look="round" leadId={String(lead.id)} name={leadName(lead)} phone={lead.phone} chat={lead.whatsapp_number} />
      ) : null}
    </>
  );
}
