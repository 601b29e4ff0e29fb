import { Button } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../../providers/calls/call';
import { useCall } from '../../providers/calls/use-call';
import { DataTable, type Column } from '../../resources/list/data-table';
import { ListCards } from '../../resources/list/list-cards';
import { PageMoves } from '../../resources/list/page-moves';
import { endTeamSession, teamSessions, type TeamSession } from '../../schemas/calls/auth-time';
import { ask } from '../../ui/dialogs/ask';
import { PeopleFilter } from '../../ui/fields/people-filter';
import { deviceText } from '../../ui/marks/device-text';
import { Tag } from '../../ui/marks/tag';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { useNarrow } from '../../ui/page/use-narrow';
import { Time } from '../../ui/time/time';
import { toasts } from '../../ui/toasts/toasts';
import { usePeopleAddress } from './use-people-address';

/** Who is signed in now, and where; each session can be ended. */
export function SessionsTab(): ReactNode {
  const { chosen, page, change, choose } = usePeopleAddress('sessions');
  const narrow = useNarrow();
  const asked = { user_ids: [...chosen.user_ids], ...(chosen.team_id ? { team_id: chosen.team_id } : {}), page };
  const { data, error, isPlaceholderData, refetch } = useCall(teamSessions, asked, {
    keepPrevious: true,
    retry: false,
    refetchInterval: 60_000,
  });
  const end = (row: TeamSession): void =>
    ask({
      title: `Sign ${row.name} out of ${deviceText(row.agent ?? '')}?`,
      content: 'What is not saved on that device is lost.',
      okText: 'Sign out',
      onOk: async () => {
        try {
          toasts.success((await call(endTeamSession, { id: row.id })).message ?? '');
        } catch (failure) {
          toasts.error(failure);
        }
        await refetch();
      },
    });
  const columns = columnsOf(end);
  const common = {
    rows: data?.rows ?? [],
    keyOf: (row: TeamSession) => row.id,
    loading: !data && !error,
    refreshing: isPlaceholderData,
  };
  const hasNext = data !== undefined && page * data.page_size < data.count;
  return (
    <>
      <search className="p-auth-filters">
        <PeopleFilter value={chosen} onChange={choose} />
      </search>
      {error && !data ? (
        <ErrorState what="Sessions could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : data?.count === 0 ? (
        <EmptyState title="None of them is signed in" icon="users">
          Choose other people, or another team.
        </EmptyState>
      ) : narrow ? (
        <ListCards columns={columns} {...common} />
      ) : (
        <DataTable label="Sessions" columns={columns} sort={[]} onSort={() => undefined} expected={6} {...common} />
      )}
      {page > 1 || hasNext ? (
        <PageMoves
          previous={page > 1 ? () => change({ page: String(page - 1) }) : undefined}
          next={hasNext ? () => change({ page: String(page + 1) }) : undefined}
        />
      ) : null}
    </>
  );
}

const columnsOf = (end: (row: TeamSession) => void): readonly Column<TeamSession>[] => [
  { name: 'name', title: 'Name', width: 200, cell: (row) => <span className="p-cut">{row.name}</span> },
  {
    name: 'agent',
    title: 'Device',
    width: 200,
    cell: (row) => <span title={row.agent ?? ''}>{deviceText(row.agent ?? '')}</span>,
  },
  { name: 'ip', title: 'IP address', width: 140, cell: (row) => row.ip ?? '–' },
  { name: 'since', title: 'Signed in', width: 140, cell: (row) => <Time at={row.since} hour /> },
  { name: 'last_seen', title: 'Last seen', width: 140, cell: (row) => <Time at={row.last_seen} hour /> },
  {
    name: 'end',
    title: 'Sign out',
    width: 130,
    cell: (row) =>
      row.current ? (
        <Tag tone="green">This device</Tag>
      ) : (
        <Button size="small" aria-label={`Sign out ${row.name}, ${deviceText(row.agent ?? '')}`} onClick={() => end(row)}>
          Sign out
        </Button>
      ),
  },
];
