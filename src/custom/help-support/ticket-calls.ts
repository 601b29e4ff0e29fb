import { call } from '../../providers/calls/call';
import { changeRow, type ActionOf } from '../../providers/calls/records';
import { counted } from '../../schemas/kit/counted';
import type { Draft } from '../../schemas/kit/resource';
import type { Ticket, tickets } from '../../schemas/support/tickets';

export type TicketRow = Ticket;
/** A reply as the read call answers it. */
export type TicketWord = NonNullable<Ticket['replies']>[number] & { readonly user_name?: string | null };

export const changeTicket = (ticket: TicketRow, changes: Draft<typeof tickets>): Promise<unknown> =>
  changeRow<typeof tickets>('tickets', ticket.id, { ...changes, row_version: ticket.row_version });
const reply = { wire: 'POST tickets/{id}/reply@message,files,internal', as: 'update' } as const satisfies ActionOf<
  typeof tickets
>;
const reopen = { wire: 'POST tickets/{id}/reopen', as: 'update' } as const satisfies ActionOf<typeof tickets>;
export const replyToTicket = (id: string, message: string, files: readonly string[], internal: boolean): Promise<unknown> =>
  call(reply, { id, message, files, internal });
export const reopenTicket = (id: string): Promise<unknown> => call(reopen, { id });

/** 'SLA 5 h left', 'SLA 2 h over'; nothing once the ticket is solved. */
export function slaLeft(ticket: Pick<TicketRow, 'sla_due_at' | 'state'>, now: Date): { text: string; late: boolean } | undefined {
  if (!ticket.sla_due_at || ['resolved', 'closed'].includes(String(ticket.state))) return undefined;
  const minutes = Math.round((Date.parse(ticket.sla_due_at) - now.getTime()) / 60_000);
  const size = Math.abs(minutes);
  const span =
    size < 60 ? `${size} min` : size < 48 * 60 ? `${Math.round(size / 60)} h` : counted(Math.round(size / 1440), 'day');
  return { text: minutes < 0 ? `SLA ${span} over` : `SLA ${span} left`, late: minutes < 0 };
}
