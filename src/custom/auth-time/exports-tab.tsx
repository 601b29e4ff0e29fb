import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../../providers/calls/call';
import { downloadExport } from '../../providers/calls/list-work';
import { DataTable, type Column } from '../../resources/list/data-table';
import { ListCards } from '../../resources/list/list-cards';
import { PageMoves } from '../../resources/list/page-moves';
import { deleteExport, myExports, type MyExport } from '../../schemas/calls/list-work';
import { words } from '../../kinds/kind';
import { cutText } from '../../ui/marks/cut-text';
import { countText } from '../../ui/marks/numbers';
import { EmptyState, ErrorState } from '../../ui/page/states';
import { ask } from '../../ui/dialogs/ask';
import { Icon } from '../../ui/marks/icon';
import { toasts } from '../../ui/toasts/toasts';
import { callKey } from '../../providers/calls/use-call';
import { Time } from '../../ui/time/time';
import { useNarrow } from '../../ui/page/use-narrow';
import { isWritten, useMyExports } from './use-my-exports';

/** All exports of the current user, newest first; files are kept for seven days. */
export function ExportsTab(): ReactNode {
  const [page, setPage] = useState(1);
  const query = useMyExports(page);
  const rows = query.data?.rows ?? [];
  const narrow = useNarrow();
  const client = useQueryClient();
  const actions = (row: MyExport): ReactNode => (isWritten(row) ? null : <DeleteFile row={row} client={client} />);
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
        <ListCards columns={columns} menu={actions} {...common} />
      ) : (
        <DataTable
          label="CSV exports"
          columns={columns}
          sort={[]}
          onSort={() => undefined}
          expected={6}
          actions={actions}
          {...common}
        />
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
  { name: 'list', title: 'Of', width: 160, cell: (row) => <span className="p-cut">{row.list}</span> },
  { name: 'filters', title: 'Filters', width: 200, cell: (row) => cutText(narrowedText(row)) },
  { name: 'state', title: 'Status', width: 160, cell: stateOf },
  { name: 'rows', title: 'Rows', width: 88, align: 'end', cell: (row) => (row.rows === null ? '–' : countText(row.rows)) },
  { name: 'download', title: 'Download', width: 128, cell: downloadOf },
  { name: 'size', title: 'Size', width: 88, align: 'end', cell: ({ size }) => (size === null ? '–' : sizeText(Number(size))) },
  { name: 'created_at', title: 'Requested', width: 152, cell: (row) => <Time at={row.created_at} /> },
  { name: 'ready_at', title: 'Ready', width: 152, cell: (row) => <Time at={row.ready_at} /> },
  { name: 'expires_at', title: 'Kept until', width: 152, cell: (row) => (row.url ? <Time at={row.expires_at} /> : '–') },
];

const stateWords = { queued: 'Waiting', running: 'Being written', done: 'Ready', failed: 'Failed', expired: 'Expired' } as const;

function stateOf(row: MyExport): ReactNode {
  if (!isWritten(row) || !row.total || row.rows === null) return stateWords[row.state];
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

/** What was exported, in the words of its list; without them by the names of its address. */
function narrowedText({ narrowed, filters }: MyExport): string {
  if (narrowed !== null) return narrowed || 'None';
  const named = Object.entries(filters ?? {}).filter(([name, value]) => !name.startsWith('_') && hasText(value));
  return named.length
    ? named.map(([name, value]) => `${words(name.replace(/\[\]$/, ''))}: ${[value].flat().join(', ')}`).join(' · ')
    : 'None';
}
const hasText = (value: unknown): boolean => value !== null && value !== undefined && value !== '' && value !== false;

function DeleteFile({ row, client }: { row: MyExport; client: QueryClient }): ReactNode {
  const name = row.file_name ?? row.list;
  const remove = async (): Promise<void> => {
    try {
      toasts.success((await call(deleteExport, { id: row.id })).message ?? '');
    } catch (error) {
      toasts.error(error);
    }
    await client.invalidateQueries({ queryKey: callKey(myExports) });
  };
  return (
    <button
      type="button"
      className="p-icon-button"
      aria-label={`Delete ${name}`}
      title="Delete"
      onClick={() =>
        ask({
          title: `Delete ${name}?`,
          content: 'The file is deleted for good. The record of the export is kept.',
          okText: 'Delete',
          okButtonProps: { danger: true },
          onOk: remove,
        })
      }
    >
      <Icon name="trash" />
    </button>
  );
}
