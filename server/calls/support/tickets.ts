import { problem, type FieldError } from '../../../src/schemas/kit/problem';
import type { AnyRow, Row } from '../../../src/schemas/kit/resource';
import { tickets } from '../../../src/schemas/support/tickets';
import { presentRow } from '../../catalogue/answers';
import { keyFrom } from '../../catalogue/drafts';
import { storedFileValues } from '../../catalogue/file-fields';
import { fetchRow } from '../../catalogue/rows';
import { updateRecord, updateRow } from '../../catalogue/update';
import { refuseInvalid } from '../../catalogue/validate';
import type { Context, Handlers, Reply } from '../../context/context';
import { handleAction, type ActionContext } from '../../context/handle-action';
import { hooks, worksOn } from '../../hooks/support/tickets';

export const handlers: Handlers = {
  ...handleAction(tickets, 'reply', reply),
  ...handleAction(tickets, 'reopen', reopen),
};

/** A message in the conversation; `internal` ones are for people who handle tickets. Returns the ticket. */
async function reply(context: ActionContext<typeof tickets, 'reply'>): Promise<Reply> {
  const { session, services } = context;
  const before = await fetchRow(tickets, keyFrom(tickets, context), context, { lock: true });
  const { message, files, internal } = wordOf(context.body);
  if (before.state === 'closed') throw problem(409, 'This ticket is closed. Reopen it to reply.');
  const works = worksOn(session, before);
  if (internal && !works) throw problem(403, 'Only people who handle tickets can add internal notes.');
  const kept = await storedFileValues(tickets, { files }, context);
  refuseInvalid(kept.errors);
  const word = {
    user_id: session.userId,
    message,
    files: textsIn(kept.values['files']) ?? [],
    internal,
    created_at: services.now().toISOString(),
  };
  // A reply from the person we waited for reopens it; the first answer starts the work on the ticket.
  const moved = !works && before.state === 'waiting';
  const taken = works && !internal && before.state === 'open' && before.created_by !== session.userId;
  const replies = [...(before.replies ?? []), word];
  const row = await updateRow(tickets, before.id, { replies, ...(moved || taken ? { state: 'in_progress' } : {}) }, context);
  return { message: 'Reply added.', data: await shown(row, context) };
}

async function reopen(context: ActionContext<typeof tickets, 'reopen'>): Promise<Reply> {
  const key = keyFrom(tickets, context);
  const before = await fetchRow(tickets, key, context);
  if (before.state !== 'resolved' && before.state !== 'closed') throw problem(409, 'This ticket is already open.');
  const row = await updateRecord(tickets, hooks, key, { values: { state: 'open' } }, context);
  return { message: 'Ticket reopened.', data: await shown(row, context) };
}

const shown = (row: Row<typeof tickets>, context: Context): Promise<AnyRow> => presentRow(tickets, hooks, row, context);

/** The texts of a list; undefined where it is none, or holds something else. */
const textsIn = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;

function wordOf(body: Context['body']): { message: string; files: string[]; internal: boolean } {
  const { message, files = [], internal = false } = body;
  const errors: FieldError[] = [];
  if (typeof message !== 'string' || !message.trim()) errors.push({ path: 'message', message: 'Message is required' });
  else if (message.length > 10_000) errors.push({ path: 'message', message: 'Message can have up to 10,000 characters' });
  const addresses = textsIn(files);
  if (!addresses || addresses.length > 5 || addresses.some((one) => one.length > 2048))
    errors.push({ path: 'files', message: 'Attach up to 5 files' });
  if (typeof internal !== 'boolean') errors.push({ path: 'internal', message: 'Internal must be Yes or No' });
  refuseInvalid(errors);
  return { message: String(message).trim(), files: addresses ?? [], internal: internal === true };
}
