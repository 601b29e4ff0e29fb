import type { ReactNode } from 'react';
import { openLeadStage } from '../../providers/screens/lead-stage-modal';
import type { FollowUp } from '../../schemas/leads/follow-ups';
import { labelOf } from '../../ui/leads/lead-text';
import { Icon } from '../../ui/marks/icon';
import { Reach } from '../../ui/leads/reach';

export function FollowUpActions({
  row,
  onDone,
  onMove,
}: {
  row: FollowUp;
  onDone: (row: FollowUp) => void;
  onMove: (row: FollowUp) => void;
}): ReactNode {
  const pending = row.state === 'pending';
  const name = labelOf(row, 'lead_id');
  return (
    <>
      {pending ? (
        <button
          type="button"
          className="p-icon-button"
          aria-label={`Mark done: ${name}`}
          title="Mark done (d)"
          onClick={() => onDone(row)}
        >
          <Icon name="check" />
        </button>
      ) : null}
      {pending ? (
        <button
          type="button"
          className="p-icon-button"
          aria-label={`Reschedule: ${name}`}
          title="Reschedule (r)"
          onClick={() => onMove(row)}
        >
          <Icon name="calendar" />
        </button>
      ) : null}
      <Reach leadId={row.lead_id} name={name} phone={row.lead_phone} chat={row.lead_whatsapp} />
      <button
        type="button"
        className="p-icon-button"
        aria-label={`Add Lead Stage for ${name}`}
        title="Add Lead Stage (s)"
        onClick={() => openLeadStage({ leadId: row.lead_id })}
      >
        <Icon name="flag" />
      </button>
    </>
  );
}
