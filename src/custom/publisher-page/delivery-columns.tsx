import { useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Column } from '../../resources/list/data-table';
import { columnOf } from '../../resources/list/list-columns';
import { deliveryLabels, disputeLabels, type DeliveryState } from '../../schemas/kit/deliveries';
import { leadPath } from '../../schemas/kit/lead-page';
import type { PublisherLead, publisherLeads } from '../../schemas/leads/publisher-leads';
import { labelOf } from '../../ui/leads/lead-text';
import { cutText } from '../../ui/marks/cut-text';
import { Tag, type Tone } from '../../ui/marks/tag';
import { twoLines } from '../../ui/marks/two-lines';
import { Time } from '../../ui/time/time';

const tones: Readonly<Record<DeliveryState, Tone>> = {
  accepted: 'green',
  duplicate: 'amber',
  invalid: 'red',
  refused: 'red',
  test: 'grey',
};

const designed: readonly Column<PublisherLead>[] = [
  { name: 'lead_id', title: 'Lead', width: 200, cell: (row) => <DeliveredLead row={row} /> },
  { name: 'publisher_id', title: 'Publisher', width: 160, cell: (row) => <OfPublisher row={row} /> },
  { name: 'state', title: 'Result', width: 120, cell: (row) => <Result row={row} /> },
  { name: 'delivered_at', title: 'Delivered', width: 140, sortable: true, cell: (row) => <Time at={row.delivered_at} hour /> },
  { name: 'reason', title: 'Reason', width: 260, cell: (row) => cutText(row.reason) },
  { name: 'dispute_state', title: 'Dispute', width: 240, cell: (row) => <Dispute row={row} /> },
];

/** The chosen columns: those above with their own cells, other fields as their kind shows them. */
export function useDeliveryColumns(resource: typeof publisherLeads, names: readonly string[]): readonly Column<PublisherLead>[] {
  const shown = names.join();
  return useMemo(
    () =>
      shown
        .split(',')
        .map((name, at) => designed.find((one) => one.name === name) ?? columnOf<PublisherLead>(resource, name, at === 0)),
    [resource, shown],
  );
}

/** The lead, or what was sent of it where there is none. */
export const whoOf = (row: PublisherLead): string =>
  (row.lead_id ? labelOf(row, 'lead_id') : row.sent_name || row.sent_phone || row.sent_email) || 'a lead';

export function DeliveredLead({ row }: { row: PublisherLead }): ReactNode {
  if (row.lead_id)
    return (
      <Link className="p-cut" to={leadPath(row.lead_id)} title={whoOf(row)}>
        {whoOf(row)}
      </Link>
    );
  return twoLines(cutText(whoOf(row)), row.sent_name ? (row.sent_phone ?? row.sent_email ?? '') : 'not stored');
}

function OfPublisher({ row }: { row: PublisherLead }): ReactNode {
  if (!row.publisher_id) return '–';
  return <Link to={`/publishers/${encodeURIComponent(row.publisher_id)}/details`}>{labelOf(row, 'publisher_id')}</Link>;
}

export function Result({ row: { state } }: { row: PublisherLead }): ReactNode {
  return state ? <Tag tone={tones[state]}>{deliveryLabels[state]}</Tag> : '–';
}

/** What the publisher objected, its proof, and our answer. */
export function Dispute({ row }: { row: PublisherLead }): ReactNode {
  if (!row.dispute_state) return '–';
  const proof = row.dispute_proof ? (
    <>
      {' '}
      <a href={row.dispute_proof}>Proof</a>
    </>
  ) : null;
  return (
    <span className="pp-dispute" title={[row.dispute_text, row.dispute_answer].filter(Boolean).join(' → ')}>
      <Tag tone={row.dispute_state === 'open' ? 'amber' : 'grey'}>{disputeLabels[row.dispute_state]}</Tag>
      {proof}
      <span className="p-cut p-quiet">{row.dispute_answer ?? row.dispute_text}</span>
    </span>
  );
}
