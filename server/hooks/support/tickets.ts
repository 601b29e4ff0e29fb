import sql from 'sql-template-tag';
import { invalid, notAllowed, problem } from '../../../src/schemas/kit/problem';
import type { Draft } from '../../../src/schemas/kit/resource';
import { isAdministrator } from '../../../src/schemas/kit/roles';
import { tickets, type Ticket } from '../../../src/schemas/support/tickets';
import { withAddresses } from '../../catalogue/file-fields';
import { nextNumber } from '../../catalogue/keys';
import { refuseOtherStart, refuseTransition } from '../../domain/transitions';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';
import type { Session } from '../../context/session';
import { notify } from '../../live/notify';

type TicketReply = NonNullable<Ticket['replies']>[number];

/** Role 1 and the assignee work on a ticket. The person who raised it describes, answers, closes and reopens it. */
export const worksOn = (session: Session, ticket: Pick<Ticket, 'assigned_to'>): boolean =>
  isAdministrator(session) || (ticket.assigned_to !== null && ticket.assigned_to === session.userId);
const ofRaiser = new Set([
  'subject',
  'description',
  'category',
  'priority',
  'module',
  'page_url',
  'browser',
  'files',
  'rating',
  'state',
]);
/** Hours from raising a ticket to its resolution, by priority. */
const slaHours: Readonly<Record<NonNullable<Ticket['priority']>, number>> = { urgent: 4, high: 8, medium: 24, low: 72 };
const slaFrom = (from: number, priority: NonNullable<Ticket['priority']>): string =>
  new Date(from + slaHours[priority] * 3_600_000).toISOString();
const sevenDays = 7 * 24 * 3600 * 1000;

export const hooks: Hooks<typeof tickets> = {
  async beforeCreate(draft, { tx, session, services }) {
    refuseOtherStart('tickets', draft.state);
    if (draft.rating) throw invalid('rating', 'A ticket can be rated once it is resolved');
    if (draft.assigned_to && !isAdministrator(session)) throw invalid('assigned_to', 'Only an administrator can assign tickets');
    const number = await nextNumber(tx, session.tenantId, 'tickets');
    return {
      ...draft,
      ticket_no: `T-${String(number).padStart(5, '0')}`,
      sla_due_at: slaFrom(services.now().getTime(), draft.priority ?? 'medium'),
      replies: [],
    };
  },
  async beforeUpdate(patch, before, { session, services }) {
    refuseTransition('tickets', before.state, patch.state);
    const raised = before.created_by === session.userId;
    if (!worksOn(session, before)) {
      if (Object.keys(patch).some((name) => !ofRaiser.has(name))) throw problem(403, notAllowed);
      if ('state' in patch && !['closed', 'open'].includes(String(patch.state))) throw problem(403, notAllowed);
    }
    if ('rating' in patch && !raised) throw problem(403, 'Only the person who raised a ticket can rate it.');
    if (patch.rating && !['resolved', 'closed'].includes(String(patch.state ?? before.state)))
      throw problem(409, 'A ticket can be rated once it is resolved.');
    const due = patch.priority ? { sla_due_at: slaFrom(Date.parse(before.created_at), patch.priority) } : {};
    return { ...patch, ...due, ...resolution(patch.state, before, services.now()) };
  },
  async afterWrite(row, before, { tx, session }) {
    const to = row.assigned_to;
    if (typeof to !== 'string' || to === (before?.assigned_to ?? null) || to === session.userId) return;
    const message = `Ticket ${String(row.ticket_no)} was assigned to you: ${row.subject}`;
    await notify(tx, session.tenantId, { to, type: 'ticket_assigned', message, ticket_id: row.id });
  },
  /** Internal messages are only shown to people who handle the ticket; each names its author. */
  async present(rows, context, of) {
    const shown = rows.map((row) => ({ ...row, replies: visible(row, context) }));
    return of === 'read' ? withNames(shown, context) : shown;
  },
};

/** When it was resolved; it can be reopened up to seven days later. */
function resolution(state: Ticket['state'], before: Ticket, now: Date): Draft<typeof tickets> {
  if (state === undefined || state === before.state) return {};
  const ended = typeof before.resolved_at === 'string' ? Date.parse(before.resolved_at) : null;
  if (state === 'resolved' || state === 'closed') return { resolved_at: before.resolved_at ?? now.toISOString() };
  if (ended !== null && now.getTime() - ended > sevenDays)
    throw problem(409, 'A ticket can be reopened within 7 days only. Please raise a new one.');
  return { resolved_at: null };
}

function visible(row: Ticket, context: Context): TicketReply[] {
  const replies = row.replies ?? [];
  const mayRead = worksOn(context.session, row) ? replies : replies.filter((one) => !one.internal);
  return mayRead.map((one) => withAddresses(tickets, { ...one }, context));
}

async function withNames(rows: Ticket[], { tx, session }: Context): Promise<Ticket[]> {
  const ids = [...new Set(rows.flatMap((row) => (row.replies ?? []).map((one) => one.user_id)))];
  if (!ids.length) return rows;
  const users = await tx.rows<{ id: string; name: string }>(sql`
    select "id", "name" from "users" where "tenant_id" = ${session.tenantId} and "id" = any(${ids}::text[])`);
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({
    ...row,
    replies: (row.replies ?? []).map((one) => ({ ...one, user_name: names.get(one.user_id ?? '') ?? null })),
  }));
}
