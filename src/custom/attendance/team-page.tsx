import { useState, type ReactNode } from 'react';
import { words } from '../../kinds/kind';
import { useCall } from '../../providers/calls/use-call';
import { DataTable, type Column } from '../../resources/list/data-table';
import { ListCards } from '../../resources/list/list-cards';
import { presences, teamToday, type PersonToday } from '../../schemas/calls/attendance-report';
import { Tag, type Tone } from '../../ui/marks/tag';
import { onDemand } from '../../ui/dialogs/on-demand';
import { PageFrame } from '../../ui/page/page-frame';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { useNarrow } from '../../ui/page/use-narrow';
import { hoursText } from '../../ui/time/hours-text';
import { Time } from '../../ui/time/time';
import './attendance.css';
import { AttendanceTabs } from './attendance-tabs';

const DayDrawer = onDemand('attendance-day', async () => ({
  default: (await import('../../ui/attendance/day-drawer')).DayDrawer,
}));

type Presence = PersonToday['presence'] | 'late';
const presenceWords: Readonly<Record<Presence, string>> = {
  in: 'Working',
  late: 'Late',
  break: 'On break',
  out: 'Not here',
  leave: 'On leave',
  absent: 'Absent',
  off: 'Day off',
};
const tones: Readonly<Record<PersonToday['presence'], Tone>> = {
  in: 'green',
  break: 'amber',
  out: 'grey',
  leave: 'blue',
  absent: 'red',
  off: 'grey',
};
const isOf = (person: PersonToday, presence: Presence): boolean =>
  presence === 'late' ? person.late_minutes > 0 : person.presence === presence;

/** /employee/attendance/team: who is here now, of the people whose attendance the reader sees. */
export default function TeamPage(): ReactNode {
  const { data, error, isPending, refetch } = useCall(teamToday, {}, { refetchInterval: 60_000, retry: false });
  const [only, setOnly] = useState<Presence>();
  const [opened, setOpened] = useState<string>();
  const narrow = useNarrow();
  const people = data?.people ?? [];
  const rows = only ? people.filter((person) => isOf(person, only)) : people;
  const common = { rows, columns, keyOf: (row: PersonToday) => row.user_id, loading: isPending };
  return (
    <PageFrame
      title="Team today"
      total={data?.people.length}
      scope={
        data ? (
          <>
            as of <Time at={data.as_of} />
          </>
        ) : null
      }
      bar={<AttendanceTabs />}
      note={data?.complete === false ? <p className="at-note">Only the first 500 people by name are shown.</p> : undefined}
      padded
    >
      {error && !data ? (
        <ErrorState what="The team could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <div className="at-counts at-top" role="group" aria-label="Show only">
            {(['in', 'late', ...presences.slice(1)] as const).map((presence) => (
              <button
                key={presence}
                type="button"
                className="p-chip"
                aria-pressed={only === presence}
                onClick={() => setOnly(only === presence ? undefined : presence)}
              >
                {presenceWords[presence]} <b className="p-num">{people.filter((person) => isOf(person, presence)).length}</b>
              </button>
            ))}
          </div>
          {data && !rows.length ? (
            <EmptyState title={only ? `Nobody is in '${presenceWords[only]}'` : 'There is no one to show'} icon="users" />
          ) : narrow ? (
            <ListCards {...common} />
          ) : (
            <DataTable
              label="Team today"
              sort={[]}
              onSort={() => undefined}
              onOpen={(row) => setOpened(row.user_id)}
              {...common}
            />
          )}
        </>
      )}
      {opened && data ? <DayDrawer userId={opened} date={data.date} onClose={() => setOpened(undefined)} /> : null}
    </PageFrame>
  );
}

const columns: readonly Column<PersonToday>[] = [
  { name: 'name', title: 'Name', width: 200, cell: (row) => <span className="p-cut">{row.name}</span> },
  {
    name: 'presence',
    title: 'Now',
    width: 200,
    cell: (row) => (
      <>
        <Tag tone={tones[row.presence]}>{presenceWords[row.presence]}</Tag>{' '}
        <span className="p-quiet">{row.presence === 'break' ? row.break_reason : row.note}</span>
      </>
    ),
  },
  { name: 'check_in', title: 'First in', width: 120, cell: (row) => <Time at={row.check_in} hour /> },
  {
    name: 'late_minutes',
    title: 'Late by',
    width: 96,
    align: 'end',
    cell: (row) => (row.late_minutes ? `${row.late_minutes} min` : '–'),
  },
  { name: 'check_out', title: 'Out', width: 120, cell: (row) => <Time at={row.check_out} hour /> },
  { name: 'work_seconds', title: 'Working time', width: 116, align: 'end', cell: (row) => hoursText(row.work_seconds) },
  { name: 'break_seconds', title: 'Breaks', width: 96, align: 'end', cell: (row) => hoursText(row.break_seconds) },
  { name: 'mode', title: 'Where', width: 100, cell: (row) => (row.mode ? words(row.mode) : '–') },
  { name: 'shift', title: 'Shift', width: 120, cell: (row) => row.shift ?? '–' },
];
