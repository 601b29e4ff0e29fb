import { Tabs } from 'antd';
import { useState, type ReactNode } from 'react';
import { downloadExport } from '../../providers/calls/list-work';
import { DataTable, type Column } from '../../resources/list/data-table';
import { ListCards } from '../../resources/list/list-cards';
import { PageMoves } from '../../resources/list/page-moves';
import type { MyExport } from '../../schemas/calls/list-work';
import { countText } from '../../ui/marks/numbers';
import { PageFrame } from '../../ui/page/page-frame';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { Time } from '../../ui/time/time';
import { useNarrow } from '../../ui/page/use-narrow';
import { isWritten, useMyExports } from './use-my-exports';

/** /employee/authentication: the CSV export tab. */
export default function ExportsPage(): ReactNode {
  return (
    <PageFrame title="Auth Time Spent" padded>
      <Tabs items={[{ key: 'exports', label: 'CSV exports', children: <Exports /> }]} />
    </PageFrame>
  );
}

/** All exports of the current user, newest first; files are kept for seven days. */
function Exports(): ReactNode {
  const [page, setPage] = useState(1);
  const query = useMyExports(page);
  const rows = query.data?.rows ?? [];
  const narrow = useNarrow();
  if (query.isError)
    return <ErrorState what="Your exports could not be loaded" error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data && !rows.length && page === 1)
    return (
      <EmptyState title="No exports yet" icon="download">
        Files that you export from a list are kept here for 7 days.
      </EmptyState>
    );
  const common = { rows, keyOf: (row: MyExport) => row.id, loading: query.isPending, refreshing: query.isPlaceholderData };
  return (
    <>
      {narrow ? (
        <ListCards columns={columns} {...common} />
      ) : (
        <DataTable label="CSV exports" columns={columns} sort={[]} onSort={() => undefined} expected={6} {...common} />
      )}
      {page > 1 || query.data?.hasMore ? (
        <PageMoves
          previous={page > 1 ? () => setPage(page - 1) : undefined}
          next={query.data?.hasMore ? () => setPage(page + 1) : undefined}
        />
      ) : null}
    </>
  );
}

const columns: readonly Column<MyExport>[] = [
  {
    name: 'file_name',
    title: 'File',
    width: 280,
    cell: (row) => <span className="p-cut">{row.file_name ?? row.list}</span>,
  },
  { name: 'state', title: 'Status', width: 160, cell: stateOf },
  { name: 'rows', title: 'Rows', width: 88, align: 'end', cell: (row) => (row.rows === null ? '–' : countText(row.rows)) },
  { name: 'download', title: 'Download', width: 128, cell: downloadOf },
  { name: 'size', title: 'Size', width: 88, align: 'end', cell: ({ size }) => (size === null ? '–' : sizeText(Number(size))) },
  { name: 'created_at', title: 'Requested', width: 152, cell: (row) => <Time at={row.created_at} /> },
  { name: 'expires_at', title: 'Kept until', width: 152, cell: (row) => (row.url ? <Time at={row.expires_at} /> : '–') },
];

const words = { queued: 'Waiting', running: 'Being written', done: 'Ready', failed: 'Failed', expired: 'Expired' } as const;

function stateOf(row: MyExport): ReactNode {
  if (!isWritten(row) || !row.total || row.rows === null) return words[row.state];
  return `${countText(row.rows)} of ${countText(row.total)}`;
}

function downloadOf(row: MyExport): ReactNode {
  if (!row.url) return '–';
  return (
    <button type="button" className="p-link" aria-label={`Download ${row.file_name ?? ''}`} onClick={() => downloadExport(row)}>
      Download
    </button>
  );
}

const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
