import { useInvalidate } from '@refinedev/core';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Link } from 'react-router-dom';
import { useSession } from '../../providers/session/session';
import { useResource } from '../../providers/screens/use-resource';
import { ResourceList } from '../../resources/list/resource-list';
import { onDemand } from '../../ui/dialogs/on-demand';
import { pageLoader } from '../../ui/page/page-loader';
import './help-support.css';

const AddTicket = onDemand('add-ticket', () => import('./add-ticket'));
const raise = 'openAddTicketModal';

/** /help-support/list: the tickets that the user can see, and the dialog for a new one. */
export default function TicketsPage(): ReactNode {
  const chunk = useResource('tickets');
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const { pathname, search } = useLocation();
  const adding = new URLSearchParams(search).get(raise) === '1';
  if (!chunk) return pageLoader;
  const close = (saved?: { id: string }): void => {
    const rest = new URLSearchParams(search);
    rest.delete(raise);
    void navigate({ pathname, search: String(rest) }, { replace: true });
    if (saved) void invalidate({ resource: 'tickets', invalidates: ['list'] });
  };
  return (
    <>
      <ResourceList resource={chunk.resource} bar={<WhoseTickets />} addPath={{ pathname, search: `?${withRaise(search)}` }} />
      {adding ? <AddTicket onClose={close} /> : null}
    </>
  );
}

/** All visible tickets, those that the user raised, those assigned to the user. */
function WhoseTickets(): ReactNode {
  const { pathname, search } = useLocation();
  const me = useSession()?.user.id ?? '';
  const now = new URLSearchParams(search);
  const tabs = [
    ['All', ''],
    ['Raised by me', 'created_by'],
    ['Assigned to me', 'assigned_to'],
  ] as const;
  const current = tabs.find(([, field]) => field && now.get(field) === me)?.[1] ?? '';
  return (
    <nav className="p-ticket-tabs" aria-label="Whose tickets">
      {tabs.map(([label, field]) => (
        <Link
          key={label}
          to={{ pathname, search: field ? `?${field}=${encodeURIComponent(me)}` : '' }}
          aria-current={field === current ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

function withRaise(search: string): string {
  const query = new URLSearchParams(search);
  query.set(raise, '1');
  return String(query);
}
