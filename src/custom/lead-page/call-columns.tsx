import type { ReactNode } from 'react';
import type { Column } from '../../resources/list/data-table';
import type { Call } from '../../schemas/leads/calls';
import { PhoneLink } from '../../ui/leads/contact';
import { labelOf } from '../../ui/leads/lead-text';
import { spaced } from '../../ui/leads/record-entry-text';
import { Tag } from '../../ui/marks/tag';
import { fullTime } from '../../ui/time/dates';
import { Time } from '../../ui/time/time';
import { Recording } from './recording';

/** '4 min 12 s'. */
export const lengthText = (seconds: number): string =>
  seconds < 60 ? `${Math.round(seconds)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;

export const callColumns: readonly Column<Call>[] = [
  { name: 'started_at', title: 'When', width: 130, sortable: true, cell: (row) => <Time at={row.started_at} hour /> },
  { name: 'direction', title: 'Direction', width: 100, cell: (row) => (row.direction === 'inbound' ? 'Inbound' : 'Outbound') },
  { name: 'outcome', title: 'Status', width: 130, cell: statusCell },
  { name: 'user_id', title: 'User', width: 150, cell: (row) => cut(labelOf(row, 'user_id')) },
  { name: 'phone', title: 'Number', width: 122, cell: (row) => <PhoneLink value={row.phone} /> },
  { name: 'duration_s', title: 'Ring', width: 70, align: 'end', cell: (row) => ringText(row) },
  { name: 'talk_s', title: 'Talk', width: 100, align: 'end', cell: (row) => (row.talk_s ? lengthText(row.talk_s) : '–') },
  { name: 'note', title: 'Note', width: 180, cell: (row) => cut(row.note) },
  {
    name: 'recording_url',
    title: 'Recording',
    width: 300,
    cell: (row) => (row.recording_url ? <Recording url={row.recording_url} of={`Call of ${fullTime(row.started_at)}`} /> : '–'),
  },
];

function statusCell({ outcome, talk_s }: Call): ReactNode {
  if (!outcome) return <Tag tone="blue">in progress</Tag>;
  return <Tag tone={talk_s ? 'green' : outcome === 'missed' ? 'red' : 'grey'}>{spaced(outcome)}</Tag>;
}

/** Until it was answered, or gave up. */
function ringText({ started_at: began, answered_at: answered, ended_at: ended }: Call): string {
  const end = answered ?? ended;
  return began && end ? `${Math.max(0, Math.round((Date.parse(end) - Date.parse(began)) / 1000))} s` : '–';
}

const cut = (text: string | null | undefined): ReactNode =>
  text ? (
    <span className="p-cut" title={text}>
      {text}
    </span>
  ) : (
    '–'
  );
