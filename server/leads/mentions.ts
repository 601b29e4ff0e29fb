import { invalid } from '../../src/schemas/kit/problem';
import { mayDo } from '../../src/schemas/kit/access';
import { leads } from '../../src/schemas/leads/leads';
import { notes, type Note } from '../../src/schemas/leads/notes';
import type { Context } from '../context/context';
import { seesLead } from '../context/data-scope';
import { loadUsers } from '../identity/sessions';
import { notify } from '../live/notify';
import type { LeadRecord } from './lead-access';

type Mentioning = Readonly<Partial<Pick<Note, 'mentions' | 'visibility'>>>;

/** A mention must reach the colleague: an active user who sees the note and can open the lead. Throws Problem 422 otherwise. */
export async function checkMentions(
  { tx, session }: Pick<Context, 'tx' | 'session'>,
  { mentions, visibility }: Mentioning,
  lead: Pick<LeadRecord, 'id' | 'user_id'> | null,
): Promise<void> {
  if (!mentions?.length) return;
  if (visibility && visibility !== 'tenant') throw invalid('mentions', 'Only a note that everyone sees can mention a colleague');
  const people = await loadUsers(tx, session.tenantId, mentions);
  for (const id of mentions) {
    const person = people.get(id);
    if (!person) throw invalid('mentions', 'This user is not active');
    const opens = lead === null || (mayDo(person, leads.access, 'read') && (await seesLead(tx, person.scope, lead)));
    if (!opens || !mayDo(person, notes.access, 'list'))
      throw invalid('mentions', `${person.name} cannot see this note, so they cannot be mentioned`);
  }
}

/** Notifies the people who are mentioned for the first time in this note, except its author. */
export async function tellMentioned(
  { tx, session }: Pick<Context, 'tx' | 'session'>,
  note: Note,
  known: readonly string[],
): Promise<void> {
  const to = (note.mentions ?? []).filter((id) => id !== session.userId && !known.includes(id));
  if (!to.length) return;
  await notify(tx, session.tenantId, {
    to,
    type: 'note_mention',
    message: `${session.name} mentioned you in a note.`,
    ...(note.lead_id ? { leadId: note.lead_id } : {}),
    once: `mention:${note.id}`,
  });
}
