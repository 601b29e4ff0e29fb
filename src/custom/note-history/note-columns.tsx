import { useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { plainText } from '../../resources/kind-looks';
import type { Column } from '../../resources/list/data-table';
import { columnOf } from '../../resources/list/list-columns';
import { leadPath } from '../../schemas/kit/lead-page';
import { noteHistory, type WrittenNote } from '../../schemas/leads/note-history';
import { labelOf } from '../../ui/leads/lead-text';
import { cutText } from '../../ui/marks/cut-text';
import { Time } from '../../ui/time/time';

const designed: readonly Column<WrittenNote>[] = [
  { name: 'body', title: 'Note', cell: (row) => <Text row={row} /> },
  { name: 'lead_id', title: 'Lead', width: 150, cell: (row) => <OfLead row={row} /> },
  { name: 'user_id', title: 'By', width: 140, cell: (row) => cutText(row.user_id ? labelOf(row, 'user_id') : '–') },
  { name: 'at', title: 'When', width: 130, sortable: true, cell: (row) => <Time at={row.at} hour /> },
  { name: 'type', title: 'Type', width: 120, cell: (row) => cutText(plainText(noteHistory, 'type', row.type)) },
  { name: 'pinned', title: 'Pinned', width: 84, cell: (row) => (row.pinned ? 'Pinned' : '–') },
];

/** The chosen columns: those above with their own cells, other fields as their kind shows them. */
export function useNoteColumns(resource: typeof noteHistory, names: readonly string[]): readonly Column<WrittenNote>[] {
  const shown = names.join();
  return useMemo(
    () =>
      shown
        .split(',')
        .map((name, at) => designed.find((one) => one.name === name) ?? columnOf<WrittenNote>(resource, name, at === 0)),
    [resource, shown],
  );
}

/** Opens the note with its reminder and its history; a comment opens its lead. */
function Text({ row }: { row: WrittenNote }): ReactNode {
  return (
    <Link
      className="p-cut"
      to={row.note_id ? `/note-history/${row.note_id}` : leadPath(row.lead_id ?? '')}
      title={row.body ?? undefined}
    >
      {row.body ?? '***'}
    </Link>
  );
}

export function OfLead({ row }: { row: WrittenNote }): ReactNode {
  if (!row.lead_id) return '–';
  return (
    <Link className="p-cut" to={leadPath(row.lead_id)} title={labelOf(row, 'lead_id')}>
      {labelOf(row, 'lead_id')}
    </Link>
  );
}
