import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { PartnerLead } from '../../schemas/calls/publishers';
import { bucketLabels, deliveryLabels, disputeLabels, type DeliveryState } from '../../schemas/kit/deliveries';
import { Tag, type Tone } from '../../ui/marks/tag';
import { Time } from '../../ui/time/time';

const tones: Readonly<Record<DeliveryState, Tone>> = {
  accepted: 'green',
  duplicate: 'amber',
  invalid: 'red',
  refused: 'red',
  test: 'grey',
};

/** The delivered leads, as a table, on a phone as cards; undefined while they load. */
export function PartnerLeads({
  rows,
  onDispute,
}: {
  rows: readonly PartnerLead[] | undefined;
  onDispute: (row: PartnerLead) => void;
}): ReactNode {
  if (!rows)
    return (
      <div aria-busy="true" aria-label="Loading" className="pt-bones">
        <span className="p-bone" />
        <span className="p-bone" />
        <span className="p-bone" />
      </div>
    );
  return (
    <div className="pt-scroll" tabIndex={0} role="region" aria-label="Leads">
      <table className="pt-table">
        <thead>
          <tr>
            {['Lead', 'Delivered', 'College', 'Result', 'Stage', 'Dispute'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                {row.name ?? row.phone ?? row.email ?? '–'}
                <span className="p-quiet">{[row.name ? row.phone : null, row.email].filter(Boolean).join(' · ')}</span>
              </th>
              <td>
                <Time at={row.delivered_at} hour />
              </td>
              <td>{row.college}</td>
              <td>
                <Tag tone={tones[row.state]}>{deliveryLabels[row.state]}</Tag>
                {row.reason ? <span className="p-quiet">{row.reason}</span> : null}
              </td>
              <td>{row.bucket ? bucketLabels[row.bucket] : null}</td>
              <td>{disputeOf(row, onDispute)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function disputeOf(row: PartnerLead, onDispute: (row: PartnerLead) => void): ReactNode {
  if (row.dispute_state)
    return (
      <>
        {disputeLabels[row.dispute_state]}
        <span className="p-quiet">{row.dispute_answer ?? row.dispute_text}</span>
      </>
    );
  if (!row.disputable) return null;
  return (
    <Button size="small" aria-label={`Dispute ${row.name ?? 'this lead'}`} onClick={() => onDispute(row)}>
      Dispute
    </Button>
  );
}
