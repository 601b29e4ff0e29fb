import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../providers/session/session';
import { DataTable, type Column } from '../../resources/list/data-table';
import { ListCards } from '../../resources/list/list-cards';
import type { BoardCall, BoardState } from '../../schemas/calls/live-board';
import { leadPath } from '../../schemas/kit/lead-page';
import type { SupervisorAction } from '../../schemas/kit/supervision';
import { PhoneLink } from '../../ui/leads/contact';
import { cutText } from '../../ui/marks/cut-text';
import { Tag, type Tone } from '../../ui/marks/tag';
import { twoLines } from '../../ui/marks/two-lines';
import { useNarrow } from '../../ui/page/use-narrow';
import { serverOffset } from '../../ui/time/server-clock';
import { Time } from '../../ui/time/time';
import { clockText, useSecondsSince } from '../../ui/time/use-seconds';
import { CallButtons } from './call-buttons';
import type { BoardActions } from './use-board';

const words: Readonly<Record<BoardState, readonly [string, Tone]>> = {
  ringing: ['Ringing', 'amber'],
  talking: ['Talking', 'green'],
  on_hold: ['On hold', 'amber'],
  wrap_up: ['Wrap-up', 'blue'],
};
const onLine: Readonly<Record<SupervisorAction, string>> = {
  listen: 'listens',
  whisper: 'whispers',
  barge: 'is on the call',
  take_over: 'takes over',
  hang_up: 'ends the call',
};

/** The calls in progress, the longest first; buttons only for what this reader and the provider can do. */
export function BoardCalls({
  calls,
  can,
  actions,
}: {
  calls: readonly BoardCall[] | undefined;
  can: readonly SupervisorAction[];
  actions: BoardActions;
}): ReactNode {
  const narrow = useNarrow();
  const me = useSession()?.user.id;
  const buttons = (row: BoardCall): ReactNode => (
    <CallButtons call={row} own={row.user_id === me} me={me} can={can} actions={actions} />
  );
  const all: readonly Column<BoardCall>[] = [...columns, { name: 'do', title: 'Join', width: 116, cell: buttons }];
  const shown = { rows: calls ?? [], keyOf: (row: BoardCall) => row.call_id, loading: calls === undefined };
  if (narrow)
    return (
      <ListCards
        {...shown}
        columns={columns}
        card={(row) => (
          <div className="lv-card">
            <div className="lv-card-head">
              <strong>{agentOf(row)}</strong>
              <StateTag call={row} />
              <Length call={row} />
            </div>
            <div>
              <LeadName call={row} /> <PhoneLink value={row.phone} of={null} />
            </div>
            {buttons(row)}
          </div>
        )}
      />
    );
  return <DataTable {...shown} columns={all} label="Calls in progress" sort={[]} onSort={() => undefined} expected={3} />;
}

const columns: readonly Column<BoardCall>[] = [
  { name: 'user', title: 'Agent', width: 150, cell: (row) => cutText(agentOf(row)) },
  { name: 'state', title: 'State', width: 164, cell: (row) => <StateTag call={row} /> },
  { name: 'lead', title: 'Lead', width: 156, cell: (row) => <LeadName call={row} /> },
  {
    name: 'phone',
    title: 'Number',
    width: 118,
    cell: (row) => <PhoneLink value={row.phone} of={null} />,
  },
  { name: 'direction', title: 'Direction', width: 90, cell: (row) => (row.direction === 'inbound' ? 'Inbound' : 'Outbound') },
  { name: 'list', title: 'Dialer list', width: 110, cell: (row) => cutText(row.list) },
  { name: 'started', title: 'Started', width: 112, cell: (row) => <Time at={row.started_at} hour /> },
  { name: 'length', title: 'Duration', width: 84, align: 'end', cell: (row) => <Length call={row} /> },
];

const agentOf = ({ user_id: id, user_name: name }: BoardCall): string => name ?? (id === null ? 'Nobody yet' : 'Unknown');

function StateTag({ call: { state, supervision, supervisor_name: name } }: { call: BoardCall }): ReactNode {
  const [text, tone] = words[state];
  return twoLines(<Tag tone={tone}>{text}</Tag>, supervision && name ? `${name} ${onLine[supervision]}` : '');
}

function LeadName({ call: { lead_id: id, name } }: { call: BoardCall }): ReactNode {
  if (!id) return <span className="p-quiet">{name ?? 'Unknown'}</span>;
  return (
    <Link className="p-cut" to={leadPath(id)} title={name ?? ''}>
      {name ?? 'Open lead'}
    </Link>
  );
}

/** Since it was answered, or began to ring; in a wrap-up since the call ended. */
function Length({ call: { state, started_at: began, answered_at: answered, ended_at: ended } }: { call: BoardCall }): ReactNode {
  const seconds = useSecondsSince(state === 'wrap_up' ? (ended ?? began) : (answered ?? began), serverOffset());
  return <span className="p-num">{clockText(seconds)}</span>;
}
