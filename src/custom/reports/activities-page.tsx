import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useAnswer } from '../../providers/calls/use-call';
import { DataTable, type Column } from '../../resources/list/data-table';
import { ListCards } from '../../resources/list/list-cards';
import { PageMoves } from '../../resources/list/page-moves';
import CellChip from '../../resources/list/cell-chip';
import { actsOnPage, cellActs, type ShownAct } from '../../schemas/calls/reports';
import { leadPath } from '../../schemas/kit/lead-page';
import { PageFrame } from '../../ui/page/page-frame';
import { useNarrow } from '../../ui/page/use-narrow';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { Time } from '../../ui/time/time';

const columns: readonly Column<ShownAct>[] = [
  { name: 'act', title: 'Act', width: 200, cell: (row) => row.act },
  { name: 'at', title: 'Time', width: 160, cell: (row) => <Time at={row.at} /> },
  { name: 'user', title: 'User', width: 220, cell: (row) => <span className="p-cut">{row.user_name}</span> },
  { name: 'lead', title: 'Lead', width: 260, cell: (row) => <Link to={leadPath(row.lead_id)}>{row.lead_name}</Link> },
];

/** The acts behind a number of a report, newest first. */
export function ActivitiesPage({ crumb }: { crumb: ReactNode }): ReactNode {
  const [query, setQuery] = useSearchParams();
  const cell = query.get('cell') ?? '';
  const page = Math.max(1, Math.floor(Number(query.get('page'))) || 1);
  const narrow = useNarrow();
  const { data, error, isPending, isPlaceholderData, refetch } = useAnswer(cellActs, { cell, page }, whole, {
    keepPrevious: true,
    retry: false,
    enabled: cell !== '',
  });
  const rows = data?.data ?? [];
  const go = (to: number): void => setQuery(to === 1 ? { cell } : { cell, page: String(to) });
  const common = {
    rows,
    columns,
    keyOf: (row: ShownAct) => `${row.kind} ${row.id}`,
    loading: isPending,
    refreshing: isPlaceholderData,
  };
  return (
    <PageFrame
      title="Activities"
      crumb={crumb}
      {...(data ? { total: data.count } : {})}
      bar={cell ? <div className="rp-bar">{<CellChip text={cell} onRemove={() => window.history.back()} />}</div> : null}
    >
      {error ? (
        <ErrorState what="The activities could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : cell === '' || (data && !rows.length) ? (
        <EmptyState title="No activities" icon="search">
          Open a number of a report to see what it counted.
        </EmptyState>
      ) : narrow ? (
        <ListCards {...common} />
      ) : (
        <DataTable label="Activities" sort={[]} onSort={() => undefined} expected={10} {...common} />
      )}
      {data && data.count > actsOnPage ? (
        <PageMoves
          previous={page > 1 ? () => go(page - 1) : undefined}
          next={page * actsOnPage < data.count ? () => go(page + 1) : undefined}
        />
      ) : null}
    </PageFrame>
  );
}

const whole = ({ data, count }: { readonly data: readonly ShownAct[]; readonly count: number }) => ({ data, count });
