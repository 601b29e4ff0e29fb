import type { ReactNode } from 'react';
import { plainText } from '../../resources/kind-looks';
import type { Column } from '../../resources/list/data-table';
import { leadNumbers } from '../../schemas/calls/dialer';
import { calls, type Call } from '../../schemas/leads/calls';
import type { Lead } from '../../schemas/leads/leads';
import { PhoneLink } from '../../ui/leads/contact';
import { labelOf, leadName } from '../../ui/leads/lead-text';
import { cutText } from '../../ui/marks/cut-text';
import { Tag } from '../../ui/marks/tag';
import { fullTime } from '../../ui/time/dates';
import { lengthText } from '../../ui/time/length-text';
import { Time } from '../../ui/time/time';
import { Recording } from './recording';

/** The columns of a lead's calls. With `mayCall` a number is called by a click. */
export function callColumns(lead: Lead, mayCall: boolean): readonly Column<Call>[] {
  const of = mayCall ? { leadId: String(lead.id), name: leadName(lead) } : null;
  const numberOf = (phone: unknown) => leadNumbers.find((name) => phone === lead[name]) ?? null;
  return [
    { name: 'started_at', title: 'When', width: 130, sortable: true, cell: (row) => <Time at={row.started_at} hour /> },
    { name: 'direction', title: 'Direction', width: 100, cell: ({ direction }) => plainText(calls, 'direction', direction) },
    { name: 'outcome', title: 'Status', width: 130, cell: statusCell },
    { name: 'user_id', title: 'User', width: 150, cell: (row) => cutText(labelOf(row, 'user_id')) },
    {
      name: 'phone',
      title: 'Number',
      width: 122,
      cell: (row) => <PhoneLink value={row.phone} of={of} number={numberOf(row.phone)} />,
    },
    { name: 'duration_s', title: 'Ring', width: 70, align: 'end', cell: (row) => ringText(row) },
    { name: 'talk_s', title: 'Talk', width: 100, align: 'end', cell: (row) => (row.talk_s ? lengthText(row.talk_s) : '–') },
    { name: 'note', title: 'Note', width: 180, cell: (row) => cutText(row.note) },
    {
      name: 'recording_url',
      title: 'Recording',
      width: 300,
      cell: (row) => (row.recording_url ? <Recording url={row.recording_url} of={`Call of ${fullTime(row.started_at)}`} /> : '–'),
    },
  ];
}

function statusCell({ outcome, talk_s }: Call): ReactNode {
  if (!outcome) return <Tag tone="blue">In progress</Tag>;
  return <Tag tone={talk_s ? 'green' : outcome === 'missed' ? 'red' : 'grey'}>{plainText(calls, 'outcome', outcome)}</Tag>;
}

/** Until it was answered, or gave up. */
function ringText({ started_at: began, answered_at: answered, ended_at: ended }: Call): string {
  const end = answered ?? ended;
  return began && end ? `${Math.max(0, Math.round((Date.parse(end) - Date.parse(began)) / 1000))} s` : '–';
}
