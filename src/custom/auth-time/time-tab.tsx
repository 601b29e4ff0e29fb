import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { call } from '../../providers/calls/call';
import { useCall } from '../../providers/calls/use-call';
import { DataTable, type Column } from '../../resources/list/data-table';
import { ListCards } from '../../resources/list/list-cards';
import { PageMoves } from '../../resources/list/page-moves';
import { authTime, authTimeExport, type AuthTime, type AuthTimeRow } from '../../schemas/calls/auth-time';
import { counted } from '../../schemas/kit/counted';
import { ExportButton } from '../../ui/actions/export-button';
import { PeopleFilter } from '../../ui/fields/people-filter';
import { deviceText } from '../../ui/marks/device-text';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { useNarrow } from '../../ui/page/use-narrow';
import { DateRange } from '../../ui/time/date-range';
import { plainDate } from '../../ui/time/dates';
import { today } from '../../ui/time/today';
import { hoursText } from '../../ui/time/hours-text';
import { Time } from '../../ui/time/time';
import { usePeopleAddress } from './use-people-address';

/** Each person's days: sign-ins, working time, breaks by reason, idle time. */
export function TimeTab(): ReactNode {
  const { query, chosen, page, change, choose } = usePeopleAddress('time');
  const now = today();
  const [from, to] = [query.get('from') ?? lastWeek(now), query.get('to') ?? now];
  const asked = { from, to, user_ids: [...chosen.user_ids], ...(chosen.team_id ? { team_id: chosen.team_id } : {}) };
  const answer = useCall(authTime, { ...asked, page }, { keepPrevious: true, retry: false });
  const exported = (format: 'csv' | 'xlsx') => async () => (await call(authTimeExport, { format, ...asked })).data;
  const isEmpty = !answer.data?.count;
  return (
    <>
      <search className="p-auth-filters">
        <DateRange value={[from, to]} onChange={([first, last]) => change({ from: first, to: last })} />
        <PeopleFilter value={chosen} onChange={choose} />
        <span className="p-auth-end">
          <ExportButton of="day" label="Export CSV" disabled={isEmpty} onExport={exported('csv')} />
          <ExportButton of="day" label="Export XLSX" disabled={isEmpty} onExport={exported('xlsx')} />
        </span>
      </search>
      {answer.isError && !answer.data ? (
        <ErrorState what="Working times could not be loaded" error={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.data && isEmpty ? (
        <EmptyState title="No working time on these days" icon="clock">
          A day appears here once someone has signed in.
        </EmptyState>
      ) : (
        <Rows
          answer={answer.data}
          refreshing={answer.isPlaceholderData}
          page={page}
          onPage={(next) => change({ page: String(next) })}
          onRefresh={() => void answer.refetch()}
        />
      )}
    </>
  );
}

function Rows(props: {
  answer: AuthTime | undefined;
  refreshing: boolean;
  page: number;
  onPage: (page: number) => void;
  onRefresh: () => void;
}): ReactNode {
  const { answer, page, onPage } = props;
  const narrow = useNarrow();
  const rows = answer?.rows ?? [];
  const common = { rows, keyOf: (row: AuthTimeRow) => row.id, loading: !answer, refreshing: props.refreshing };
  const hasNext = answer !== undefined && page * answer.page_size < answer.count;
  return (
    <>
      {answer ? <Totals answer={answer} onRefresh={props.onRefresh} /> : null}
      {narrow ? (
        <ListCards columns={cardColumns} {...common} />
      ) : (
        <DataTable label="Auth time spent" columns={columns} sort={[]} onSort={() => undefined} {...common} />
      )}
      {page > 1 || hasNext ? (
        <div className="p-auth-pages">
          <PageMoves
            previous={page > 1 ? () => onPage(page - 1) : undefined}
            next={hasNext ? () => onPage(page + 1) : undefined}
          />
        </div>
      ) : null}
    </>
  );
}

/** Of all pages, by the definitions of the columns. */
function Totals({ answer: { totals, count, as_of: asOf }, onRefresh }: { answer: AuthTime; onRefresh: () => void }): ReactNode {
  const shown = [
    ['Total', counted(count, 'day')],
    ['Sessions', String(totals.sessions)],
    ['Working time', hoursText(totals.work_seconds)],
    ['Breaks', hoursText(totals.break_seconds)],
    ['Idle', hoursText(totals.idle_seconds)],
  ] as const;
  return (
    <dl className="p-auth-totals" aria-label="Total of all pages">
      {shown.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="p-num">{text}</dd>
        </div>
      ))}
      <div>
        <dt>As of</dt>
        <dd>
          <Time at={asOf} />{' '}
          <button type="button" className="p-link" onClick={onRefresh}>
            Refresh
          </button>
        </dd>
      </div>
    </dl>
  );
}

/** The first of the last seven days. */
const lastWeek = (now: string): string => dayjs(now).subtract(6, 'day').format('YYYY-MM-DD');

const withTitle = (text: string, title: string): ReactNode => <span title={title}>{text}</span>;

const columns: readonly Column<AuthTimeRow>[] = [
  { name: 'name', title: 'Name', width: 180, cell: (row) => <span className="p-cut">{row.name}</span> },
  { name: 'date', title: 'Day', width: 110, cell: (row) => plainDate(row.date) },
  { name: 'first_login', title: 'First sign-in', width: 120, cell: (row) => <Time at={row.first_login} hour /> },
  {
    name: 'last_seen',
    title: 'Last sign-out',
    width: 150,
    cell: (row) => (
      <>
        <Time at={row.last_seen} hour />
        {row.last_seen && !row.signed_out ? withTitle(' *', 'Last activity: nobody signed out') : null}
      </>
    ),
  },
  { name: 'sessions', title: 'Sessions', width: 88, align: 'end', cell: (row) => row.sessions },
  {
    name: 'work_seconds',
    title: 'Working time',
    width: 116,
    align: 'end',
    cell: (row) => withTitle(hoursText(row.work_seconds), 'Active seconds that the timer in the header counted'),
  },
  { name: 'break_seconds', title: 'Breaks', width: 104, align: 'end', cell: (row) => hoursText(row.break_seconds) },
  { name: 'breaks', title: 'By reason', width: 230, cell: (row) => <Breaks row={row} /> },
  {
    name: 'idle_seconds',
    title: 'Idle',
    width: 104,
    align: 'end',
    cell: (row) =>
      row.idle_seconds === null
        ? '–'
        : withTitle(hoursText(row.idle_seconds), 'From first sign-in to last sign-out, without working time and breaks'),
  },
  { name: 'endings', title: 'Signed out', width: 190, cell: (row) => endingsOf(row) || '–' },
  { name: 'ips', title: 'IP address', width: 140, cell: (row) => <span className="p-cut">{row.ips.join(', ') || '–'}</span> },
  {
    name: 'agents',
    title: 'Device',
    width: 180,
    cell: (row) => <span className="p-cut">{[...new Set(row.agents.map(deviceText))].join(', ') || '–'}</span>,
  },
];

/** What a card shows: the first is its name. */
const cardColumns = ['name', 'date', 'work_seconds', 'break_seconds', 'idle_seconds'].flatMap(
  (name) => columns.find((column) => column.name === name) ?? [],
);

function Breaks({ row: { breaks } }: { row: AuthTimeRow }): ReactNode {
  if (!breaks.length) return '–';
  const text = breaks.map(({ reason, seconds }) => `${reason} ${hoursText(seconds)}`).join(', ');
  return (
    <span className="p-cut" title={text}>
      {text}
    </span>
  );
}

const endingsOf = ({ by_user: own, forced, expired }: AuthTimeRow): string =>
  [own ? `${own} by user` : '', forced ? `${forced} forced` : '', expired ? `${expired} expired` : ''].filter(Boolean).join(', ');
