import { useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { dialerCall } from '../../schemas/calls/dialer';
import { useMayDo } from '../../providers/rights';
import { plainText } from '../../resources/kind-looks';
import type { Column } from '../../resources/list/data-table';
import { columnOf } from '../../resources/list/list-columns';
import { leadPath } from '../../schemas/kit/lead-page';
import type { AnyResource } from '../../schemas/kit/resource';
import { callHistory, type HistoryCall } from '../../schemas/leads/calls-history';
import { PhoneLink } from '../../ui/leads/contact';
import { callCostText } from '../../ui/leads/call-cost';
import { labelOf } from '../../ui/leads/lead-text';
import { Recording } from '../../ui/leads/recording';
import { phoneText } from '../../schemas/kit/phone-text';
import { cutText } from '../../ui/marks/cut-text';
import { Tag } from '../../ui/marks/tag';
import { twoLines } from '../../ui/marks/two-lines';
import { fullTime } from '../../ui/time/dates';
import { clockText } from '../../ui/time/use-seconds';
import { Time } from '../../ui/time/time';

type Columns = readonly Column<HistoryCall>[];

const designed = (mayCall: boolean, onUnknown: (row: HistoryCall) => void): Columns => [
  { name: 'lead_id', title: 'Lead', width: 200, cell: (row) => <CallLead row={row} onUnknown={onUnknown} /> },
  { name: 'started_at', title: 'Started', width: 132, sortable: true, cell: (row) => <Time at={row.started_at} hour /> },
  { name: 'user_id', title: 'User', width: 150, cell: (row) => cutText(labelOf(row, 'user_id')) },
  {
    name: 'phone',
    title: 'Number',
    width: 124,
    cell: (row) => (
      <PhoneLink value={row.phone} of={mayCall && row.lead_id ? { leadId: row.lead_id, name: labelOf(row, 'lead_id') } : null} />
    ),
  },
  {
    name: 'virtual_number',
    title: 'Virtual number',
    width: 130,
    cell: (row) => <span className="p-num">{phoneText(row.virtual_number)}</span>,
  },
  {
    name: 'outcome',
    title: 'Status',
    width: 140,
    cell: (row) => twoLines(<StatusTag row={row} />, plainText(callHistory, 'direction', row.direction)),
  },
  {
    name: 'talk_s',
    title: 'Talk',
    width: 96,
    align: 'end',
    sortable: true,
    cell: (row) => twoLines(row.talk_s ? clockText(row.talk_s) : '–', row.ring_s ? `rang ${row.ring_s} s` : ''),
  },
  { name: 'stage_id', title: 'Disposition', width: 168, cell: dispositionCell },
  { name: 'message', title: 'Comment', width: 220, cell: (row) => cutText(row.message) },
  {
    name: 'recording_url',
    title: 'Recording',
    width: 300,
    cell: (row) =>
      row.recording_url ? <Recording url={row.recording_url} callId={row.id} of={`Call of ${fullTime(row.started_at)}`} /> : '–',
  },
  { name: 'cost', title: 'Cost', width: 96, align: 'end', cell: (row) => callCostText(row) || '–' },
  { name: 'flags', title: 'Flags', width: 230, cell: (row) => <Flags row={row} /> },
];

/** The chosen columns: those above with their own cells, other fields as their kind shows them. */
export function useHistoryColumns(
  resource: AnyResource,
  names: readonly string[],
  onUnknown: (row: HistoryCall) => void,
): Columns {
  const mayCall = useMayDo(dialerCall)('create');
  const shown = names.join();
  return useMemo(() => {
    const own = designed(mayCall, onUnknown);
    return shown
      .split(',')
      .map((name, index) => own.find((column) => column.name === name) ?? columnOf<HistoryCall>(resource, name, index === 0));
  }, [resource, shown, mayCall, onUnknown]);
}

/** The lead of a call, or a button that creates one for an unknown number. */
export function CallLead({ row, onUnknown }: { row: HistoryCall; onUnknown: (row: HistoryCall) => void }): ReactNode {
  const mayAdd = useMayDo('leads')('create');
  if (row.lead_id)
    return (
      <Link className="p-cut ch-name" to={leadPath(row.lead_id)} title={labelOf(row, 'lead_id')}>
        {labelOf(row, 'lead_id')}
      </Link>
    );
  if (!mayAdd || !row.phone) return <span className="p-quiet">Unknown</span>;
  return (
    <span className="ch-unknown">
      Unknown
      <button
        type="button"
        className="p-link"
        onClick={(event) => {
          event.stopPropagation();
          onUnknown(row);
        }}
      >
        Create lead
      </button>
    </span>
  );
}

/** How the call ended; one that has not ended is in progress. */
export function StatusTag({ row: { outcome, talk_s: talk } }: { row: HistoryCall }): ReactNode {
  const tone = !outcome ? 'blue' : talk ? 'green' : outcome === 'missed' ? 'red' : 'grey';
  return <Tag tone={tone}>{outcome ? plainText(callHistory, 'outcome', outcome) : 'In progress'}</Tag>;
}

function dispositionCell(row: HistoryCall): ReactNode {
  if (!row.stage_id) return '–';
  return twoLines(cutText(labelOf(row, 'stage_id')), row.sub_stage ?? '');
}

export function Flags({ row: { flags } }: { row: HistoryCall }): ReactNode {
  if (!flags?.length) return '–';
  return (
    <span className="ch-flags">
      {flags.map((flag) => (
        <Tag key={flag} tone="amber">
          {plainText(callHistory, 'flags', [flag])}
        </Tag>
      ))}
    </span>
  );
}
