import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { plainText } from '../../resources/kind-looks';
import { noteHistory, type WrittenNote } from '../../schemas/leads/note-history';
import { labelOf } from '../../ui/leads/lead-text';
import { Time } from '../../ui/time/time';
import { OfLead } from './note-columns';

/** A note on a phone. */
export function NoteCard({ row, actions }: { row: WrittenNote; actions: ReactNode }): ReactNode {
  return (
    <div className="nh-card">
      <span className="p-card-line">
        <strong>{plainText(noteHistory, 'type', row.type)}</strong>
        {row.pinned ? <span className="p-quiet">Pinned</span> : null}
        <Time at={row.at} hour />
      </span>
      <span className="nh-body">{row.note_id ? <Link to={`/note-history/${row.note_id}`}>{row.body}</Link> : row.body}</span>
      <span className="p-quiet">
        {row.user_id ? labelOf(row, 'user_id') : '–'} · <OfLead row={row} />
      </span>
      <span className="nh-actions">{actions}</span>
    </div>
  );
}
