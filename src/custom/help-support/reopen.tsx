import { Button, Rate } from 'antd';
import { useState, type ReactNode } from 'react';
import { toasts } from '../../ui/toasts/toasts';
import { changeTicket, reopenTicket, type TicketRow } from './ticket-calls';

const sevenDays = 7 * 24 * 3600 * 1000;

/** A solved ticket can be reopened within seven days, and rated by the person who raised it. */
export function Reopen(props: { ticket: TicketRow; raised: boolean; now: Date; onDone: () => void }): ReactNode {
  const { ticket, raised, now, onDone } = props;
  const [busy, setBusy] = useState(false);
  const may = !ticket.resolved_at || now.getTime() - Date.parse(ticket.resolved_at) <= sevenDays;
  const run = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true);
    try {
      await work();
      toasts.success(done);
    } catch (error) {
      toasts.error(error);
    }
    setBusy(false);
    onDone();
  };
  return (
    <section className="p-ticket-end" aria-label="Solved">
      {raised ? (
        <div role="group" aria-label="How well was it solved?">
          <span>How well was it solved?</span>
          <Rate
            value={ticket.rating ?? 0}
            disabled={busy}
            onChange={(stars) => stars && void run(() => changeTicket(ticket, { rating: stars }), 'Thank you for the rating.')}
          />
        </div>
      ) : ticket.rating ? (
        <span>Rated {ticket.rating} of 5</span>
      ) : null}
      {may ? (
        <Button loading={busy} onClick={() => void run(() => reopenTicket(ticket.id), 'Ticket reopened.')}>
          Reopen
        </Button>
      ) : (
        <span className="p-quiet">A ticket can be reopened within 7 days only. Please raise a new one.</span>
      )}
    </section>
  );
}
