import { useInvalidate } from '@refinedev/core';
import { Button } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { changeRow } from '../../providers/calls/records';
import { useMayDo } from '../../providers/rights';
import { isOf, useResource, useResourceNow } from '../../providers/screens/use-resource';
import { useSession } from '../../providers/session/session';
import { ResourceForm } from '../../resources/form/form-on-demand';
import { ListPage } from '../../resources/list/list-page';
import { useList } from '../../resources/list/use-list';
import { leadPath } from '../../schemas/kit/lead-page';
import { isNoteOpen } from '../../schemas/kit/note-edit';
import type { noteHistory, WrittenNote } from '../../schemas/leads/note-history';
import type { notes } from '../../schemas/leads/notes';
import { Icon } from '../../ui/marks/icon';
import { EmptyState, messageOf } from '../../ui/page/states';
import { serverNow } from '../../ui/time/server-clock';
import { toasts } from '../../ui/toasts/toasts';
import { NoteCard } from './note-card';
import { useNoteColumns } from './note-columns';
import './note-history.css';

/** /note-history: what was written about leads, by whom and when; notes of the reader's own can be corrected for a while. */
export default function NoteHistoryPage(): ReactNode {
  const { resource } = useResourceNow('note-history', useLocation().key);
  return isOf<typeof noteHistory>(resource, 'note-history') ? <Notes resource={resource} /> : null;
}

const shown = ['body', 'lead_id', 'user_id', 'at', 'type', 'pinned', 'mentions'] as const;

function Notes({ resource }: { resource: typeof noteHistory }): ReactNode {
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const may = useMayDo('notes');
  const me = useSession()?.persisted.id ?? '';
  const list = useList({ resource, columns: shown, size: 25 });
  const [form, setForm] = useState<{ readonly id?: string }>();
  const chunk = useResource(form ? 'notes' : undefined);
  const addButton = useRef<HTMLButtonElement>(null);
  const again = (): void => {
    for (const name of ['note-history', 'notes']) void invalidate({ resource: name, invalidates: ['list', 'detail'] });
    list.retry();
  };
  const pin = async (row: WrittenNote): Promise<void> => {
    try {
      await changeRow<typeof notes>('notes', row.note_id ?? '', { pinned: !row.pinned });
      again();
    } catch (error) {
      toasts.error(messageOf(error));
    }
  };
  const isMine = (row: WrittenNote): boolean => row.type === 'note' && row.user_id === me && may('update');
  const isEditable = (row: WrittenNote): boolean => isMine(row) && isNoteOpen(row.at, new Date(serverNow()));
  const actions = (row: WrittenNote): ReactNode => (
    <>
      {isEditable(row) ? (
        <Button
          size="small"
          type="text"
          icon={<Icon name="edit" size={14} />}
          aria-label={`Edit the note of ${row.at}`}
          title="Edit"
          onClick={() => setForm({ id: row.note_id ?? '' })}
        />
      ) : null}
      {isMine(row) ? (
        <Button size="small" onClick={() => void pin(row)}>
          {row.pinned ? 'Unpin' : 'Pin'}
        </Button>
      ) : null}
    </>
  );
  const mine = list.state.filters.some(({ field, values }) => field === 'mentions' && values.join() === me);
  const toggleMine = (): void => {
    const others = list.state.filters.filter(({ field }) => field !== 'mentions');
    list.change({ filters: mine ? others : [...others, { field: 'mentions', operator: 'eq', values: [me] }] });
  };
  return (
    <>
      <ListPage<WrittenNote>
        list={list}
        title="Notes"
        columns={useNoteColumns(resource, list.columns.names)}
        searches="notes and lead names"
        chips={
          <button type="button" className={mine ? 'p-chip p-on' : 'p-chip'} aria-pressed={mine} onClick={toggleMine}>
            Mentions me
          </button>
        }
        selects={false}
        add={may('create') ? { label: 'Add note', open: () => setForm({}), button: addButton } : undefined}
        onOpen={(row) => void navigate(row.note_id ? `/note-history/${row.note_id}` : leadPath(row.lead_id ?? ''))}
        empty={
          <EmptyState title="No notes yet" icon="file">
            Notes, and the comments of calls and stages, of the leads that you see appear here.
          </EmptyState>
        }
        rowActions={actions}
        card={(row) => <NoteCard row={row} actions={actions(row)} />}
      />
      {form && chunk ? (
        <ResourceForm
          chunk={chunk}
          as="drawer"
          {...form}
          onClose={() => setForm(undefined)}
          onSaved={() => {
            setForm(undefined);
            again();
          }}
        />
      ) : null}
    </>
  );
}
