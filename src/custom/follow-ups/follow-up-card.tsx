import { Button } from 'antd';
import type { ReactNode } from 'react';
import { openLeadStage } from '../../providers/screens/lead-stage-modal';
import type { FollowUp } from '../../schemas/leads/follow-ups';
import { labelOf } from '../../ui/leads/lead-text';
import { Reach } from '../../ui/leads/reach';
import { StageTag } from '../../ui/leads/stage-tag';
import { Icon } from '../../ui/marks/icon';
import { DueTime } from '../../ui/time/time';
import { LeadLink } from './follow-up-columns';

/** A follow-up on a phone: who, when and why; call, message and outcome within reach of the thumb. */
export function FollowUpCard(props: {
  row: FollowUp;
  onDone: (row: FollowUp) => void;
  onMove: (row: FollowUp) => void;
  colorOf: (stage: string | null | undefined) => string | null;
}): ReactNode {
  const { row, colorOf } = props;
  return (
    <div className="fu-card">
      <div className="fu-card-head">
        <div className="p-card-main">
          <LeadLink row={row} look="p-card-name" />
          <span className="p-card-line">
            <DueTime at={row.call_date_time} done={row.state === 'done'} />
            <StageTag name={row.btn_message ?? ''} color={colorOf(row.btn_message)} />
          </span>
          {row.note ? <span className="fu-note">{row.note}</span> : null}
        </div>
        <Reach look="round" leadId={row.lead_id} name={labelOf(row, 'lead_id')} phone={row.lead_phone} chat={row.lead_whatsapp} />
      </div>
      {row.state === 'pending' ? (
        <div className="fu-card-do">
          <Button icon={<Icon name="check" size={14} />} onClick={() => props.onDone(row)}>
            Mark done
          </Button>
          <Button onClick={() => props.onMove(row)}>Reschedule</Button>
          <Button onClick={() => openLeadStage({ leadId: row.lead_id })}>Add Lead Stage</Button>
        </div>
      ) : null}
    </div>
  );
}
