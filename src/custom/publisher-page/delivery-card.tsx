import type { ReactNode } from 'react';
import type { PublisherLead } from '../../schemas/leads/publisher-leads';
import { labelOf } from '../../ui/leads/lead-text';
import { Time } from '../../ui/time/time';
import { DeliveredLead, Dispute, Result } from './delivery-columns';

/** A delivered lead on a phone. */
export function DeliveryCard({ row, answer }: { row: PublisherLead; answer: ReactNode }): ReactNode {
  return (
    <div className="pp-card">
      <span className="p-card-line">
        <DeliveredLead row={row} />
        <Result row={row} />
      </span>
      <span className="p-quiet">
        {labelOf(row, 'publisher_id')} · <Time at={row.delivered_at} hour />
      </span>
      {row.reason ? <span>{row.reason}</span> : null}
      {row.dispute_state ? <Dispute row={row} /> : null}
      {answer}
    </div>
  );
}
