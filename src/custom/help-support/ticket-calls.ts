import { callWire, requestRow, type CallValues } from '../../providers/calls/call';
import type { Ticket } from '../../schemas/support/tickets';

export type TicketRow = Ticket;
/** A reply as the read call answers it. */
export type TicketWord = NonNullable<Ticket['replies']>[number] & { readonly user_name?: string | null };

export const changeTicket = (ticket: TicketRow, values: CallValues): Promise<unknown> =>
  requestRow(`res/tickets/${encodeURIComponent(ticket.id)}`, {
    method: 'PATCH',
    body: { ...values, row_version: ticket.row_version },
  });
export const replyToTicket = (id: string, message: string, files: readonly string[], internal: boolean): Promise<unknown> =>
  callWire({ wire: 'POST tickets/{id}/reply', as: 'update' }, { id, message, files, internal });
export const reopenTicket = (id: string): Promise<unknown> =>
  callWire({ wire: 'POST tickets/{id}/reopen', as: 'update' }, { id });

/** 'SLA 5 h left', 'SLA 2 h over'; nothing once the ticket is solved. */
export function slaLeft(ticket: Pick<TicketRow, 'sla_due_at' | 'state'>, now: Date): { text: string; late: boolean } | undefined {
  if (!ticket.sla_due_at || ['resolved', 'closed'].includes(String(ticket.state))) return undefined;
  const minutes = Math.round((Date.parse(ticket.sla_due_at) - now.getTime()) / 60_000);
  const size = Math.abs(minutes);
  const span = size < 60 ? `${size} min` : size < 48 * 60 ? `${Math.round(size / 60)} h` : `${Math.round(size / 1440)} days`;
  return { text: minutes < 0 ? `SLA ${span} over` : `SLA ${span} left`, late: minutes < 0 };
}
