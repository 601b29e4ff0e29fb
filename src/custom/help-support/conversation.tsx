import type { ReactNode } from 'react';
import { Avatar } from '../../ui/marks/avatar';
import { Tag } from '../../ui/marks/tag';
import { Time } from '../../ui/time/time';
import { TicketFile } from './ticket-file';
import type { TicketRow, TicketWord } from './ticket-calls';

/** The ticket's description and replies, oldest first; internal notes are marked. */
export function Conversation({ ticket }: { ticket: TicketRow }): ReactNode {
  const words: readonly TicketWord[] = ticket.replies ?? [];
  const first: TicketWord = {
    user_id: ticket.created_by,
    user_name: [ticket._labels?.['created_by'] ?? null].flat()[0] ?? null,
    message: ticket.description ?? '',
    files: ticket.files ?? [],
    created_at: ticket.created_at,
  };
  return (
    <ol className="p-ticket-words" aria-label="Conversation">
      {[first, ...words].map((word, at) => (
        <li key={`${at}-${word.created_at}`} data-internal={word.internal || undefined}>
          <Avatar name={word.user_name ?? '?'} size={32} />
          <div>
            <p className="p-ticket-who">
              <strong>{word.user_name ?? 'Somebody'}</strong> <Time at={word.created_at} />{' '}
              {word.internal ? <Tag tone="amber">Internal</Tag> : null}
            </p>
            <p className="p-ticket-text">{word.message}</p>
            {word.files?.length ? (
              <ul className="p-ticket-kept" aria-label="Attachments">
                {word.files.map((address) => (
                  <li key={address}>
                    <TicketFile address={address} />
                  </li>
                ))}
              </ul>
            ) : null}
          </div>
        </li>
      ))}
    </ol>
  );
}
