import { useInvalidate } from '@refinedev/core';
import { useState, type ReactNode } from 'react';
import { useParams } from 'react-router';
import { Link } from 'react-router-dom';
import { useSession } from '../../providers/session/session';
import { isOf, useResource } from '../../providers/screens/use-resource';
import RecordHistory from '../../resources/detail/record-history';
import { useRecord } from '../../resources/use-record';
import { PageFrame } from '../../ui/page/page-frame';
import { pageLoader } from '../../ui/page/page-loader';
import { EmptyState, ErrorState, statusOf } from '../../ui/page/states';
import { Conversation } from './conversation';
import './help-support.css';
import { Reopen } from './reopen';
import { ReplyForm } from './reply-form';
import { TicketFacts } from './ticket-facts';
import { serverNow } from '../../ui/time/server-clock';
import { isAdministrator } from '../../schemas/kit/roles';
import type { tickets } from '../../schemas/support/tickets';

const crumb = <Link to="/help-support/list">Help and Support</Link>;

/** /help-support/details/{ticket_id}: the conversation and the state of the ticket. */
export default function TicketPage(): ReactNode {
  const { ticket_id: id = '' } = useParams();
  const chunk = useResource('tickets');
  return isOf<typeof tickets>(chunk?.resource, 'tickets') ? <Ticket key={id} id={id} resource={chunk.resource} /> : pageLoader;
}

function Ticket({ id, resource }: { id: string; resource: typeof tickets }): ReactNode {
  const user = useSession()?.user;
  const invalidate = useInvalidate();
  const { row, error, retry } = useRecord(resource, id);
  const [now] = useState(() => new Date(serverNow()));
  const again = (): void => {
    retry();
    void invalidate({ resource: 'tickets', invalidates: ['list'] });
  };
  if (error !== undefined || !row)
    return (
      <PageFrame title="Ticket" crumb={crumb}>
        {error === undefined ? (
          pageLoader
        ) : statusOf(error) === 404 ? (
          <EmptyState title="This ticket does not exist" icon="search" next={crumb}>
            It was deleted, or the address is wrong.
          </EmptyState>
        ) : (
          <ErrorState what="The ticket could not be loaded" error={error} onRetry={retry} />
        )}
      </PageFrame>
    );
  const works = isAdministrator(user) || (Boolean(row.assigned_to) && row.assigned_to === user?.id);
  const raised = row.created_by === user?.id;
  const ended = row.state === 'resolved' || row.state === 'closed';
  return (
    <PageFrame title={row.subject ?? 'Ticket'} crumb={crumb} scope={row.ticket_no} padded>
      <div className="p-ticket">
        <div className="p-ticket-main">
          <Conversation ticket={row} />
          {ended ? <Reopen ticket={row} raised={raised} now={now} onDone={again} /> : null}
          {row.state === 'closed' ? null : <ReplyForm ticket={row} works={works} onDone={again} />}
        </div>
        <aside className="p-ticket-side" aria-label="Ticket">
          <TicketFacts ticket={row} works={works} now={now} onDone={again} />
          <h2>History</h2>
          <RecordHistory resource={resource} id={id} version={row.row_version} />
        </aside>
      </div>
    </PageFrame>
  );
}
