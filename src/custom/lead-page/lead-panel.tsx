import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { LeadPanel as Panel } from '../../schemas/calls/lead-page';
import type { PanelFollowUp } from '../../schemas/calls/lead-page';
import { money, spaced } from '../../ui/leads/record-entry-text';
import { ErrorState } from '../../ui/page/states';
import { DueTime, Time } from '../../ui/time/time';
import './lead-panel.css';

/** What is open with this lead: the follow-ups after the next one, tickets, applications, payments. Empty parts are omitted. */
export function LeadPanel({
  panel,
  error,
  onRetry,
}: {
  panel: Panel | undefined;
  error: Error | null;
  onRetry: () => void;
}): ReactNode {
  if (!panel) return error ? <ErrorState what="Open work could not be loaded" error={error} onRetry={onRetry} /> : null;
  return (
    <div className="lp-panel">
      <Part title="Further follow-ups" rows={panel.follow_ups.slice(1)} row={(one) => <FollowUpRow followUp={one} />} />
      <Part
        title="Open tickets"
        rows={panel.tickets}
        row={(ticket) => (
          <>
            <Link className="p-cut" to={`/help-support/details/${encodeURIComponent(ticket.id)}`} title={ticket.subject}>
              {ticket.subject}
            </Link>
            <span className="p-quiet">{spaced(ticket.state)}</span>
          </>
        )}
      />
      <Part
        title="Applications"
        rows={panel.applications ?? []}
        row={(one) => (
          <>
            <Link
              className="p-cut"
              to={`/form-builder/applicant-manager/${encodeURIComponent(one.id)}`}
              title={one.form_name ?? ''}
            >
              {one.application_no ?? one.form_name ?? 'Application'}
            </Link>
            <span className="p-quiet">{one.state === 'draft' ? `draft, ${one.progress} %` : spaced(one.state)}</span>
          </>
        )}
      />
      <Part
        title="Payments"
        rows={panel.payments ?? []}
        row={(order) => (
          <>
            <Link to={`/product-order-detail/${encodeURIComponent(order.id)}`}>{money(order.total)}</Link>
            <span className="p-quiet">
              {order.status ? spaced(order.status) : 'created'} · <Time at={order.at} />
            </span>
          </>
        )}
      />
    </div>
  );
}

function Part<T extends { readonly id: string }>({
  title,
  rows,
  row,
}: {
  title: string;
  rows: readonly T[];
  row: (one: T) => ReactNode;
}): ReactNode {
  if (!rows.length) return null;
  return (
    <section className="lp-facts">
      <h2>
        {title} <span className="p-num">{rows.length}</span>
      </h2>
      <ul>
        {rows.map((one) => (
          <li key={one.id}>{row(one)}</li>
        ))}
      </ul>
    </section>
  );
}

const FollowUpRow = ({ followUp }: { followUp: PanelFollowUp }): ReactNode => (
  <>
    <span className="p-cut" title={followUp.note ?? ''}>
      {followUp.note || followUp.btn_message || 'Follow-up'}
    </span>
    <DueTime at={followUp.call_date_time} />
  </>
);
