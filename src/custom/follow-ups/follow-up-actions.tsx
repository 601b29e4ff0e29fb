import type { ReactNode } from 'react';
import { openLeadStage } from '../../providers/screens/lead-stage-modal';
import type { FollowUpRow } from '../../schemas/calls/call-actions';
import { Icon } from '../../ui/marks/icon';
import { Reach } from '../../ui/leads/reach';

export function FollowUpActions({
  row,
  onDone,
  onMove,
}: {
  row: FollowUpRow;
  onDone: (row: FollowUpRow) => void;
  onMove: (row: FollowUpRow) => void;
}): ReactNode {
  const pending = row.state === 'pending';
  return (
    <>
      {pending ? (
        <button
          type="button"
          className="p-icon-button"
          aria-label={`Mark done: ${row.lead_name}`}
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
          aria-label={`Reschedule: ${row.lead_name}`}
          title="Reschedule (r)"
          onClick={() => onMove(row)}
        >
          <Icon name="calendar" />
        </button>
      ) : null}
      <Reach name={row.lead_name} phone={row.lead_phone} />
      <button
        type="button"
        className="p-icon-button"
        aria-label={`Add Lead Stage for ${row.lead_name}`}
        title="Add Lead Stage (s)"
        onClick={() => openLeadStage({ leadId: row.lead_id })}
      >
        <Icon name="flag" />
      </button>
    </>
  );
}
