import { isDeepStrictEqual } from 'node:util';
import { isNoteOpen, noteEditMinutes } from '../../../src/schemas/kit/note-edit';
import type { Draft } from '../../../src/schemas/kit/resource';
import type { Note, notes } from '../../../src/schemas/leads/notes';
import { invalid, notAllowed, problem } from '../../../src/schemas/kit/problem';
import { isAdministrator } from '../../../src/schemas/kit/roles';
import { isPast } from '../../../src/schemas/kit/stage-rules';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';
import { checkMentions, tellMentioned } from '../../leads/mentions';
import { leadOf } from '../../leads/lead-access';

/** A note is about a lead that its author sees, and changed by its author for a while; who sees it is the schema's scope. */
export const hooks: Hooks<typeof notes> = {
  async beforeCreate(draft, context) {
    const lead = draft.lead_id ? await leadOf(context, draft.lead_id) : null;
    await checkMentions(context, draft, lead);
    refusePast(draft, null, context);
    return draft;
  },
  async beforeUpdate(patch, before, context) {
    refuseOthers(before, context);
    refuseLate(patch, before, context);
    refusePast(patch, before, context);
    const leadId = patch.lead_id ?? before.lead_id;
    const lead = leadId && (patch.lead_id || patch.mentions) ? await leadOf(context, leadId) : null;
    if (patch.mentions || patch.visibility || patch.lead_id) await checkMentions(context, { ...before, ...patch }, lead);
    return patch;
  },
  async afterWrite(row, before, context) {
    await tellMentioned(context, row, before?.mentions ?? []);
  },
  async beforeDelete(row, context) {
    refuseOthers(row, context);
  },
};

/**
 * What a note says, whom it mentions and which lead it is about can be corrected by its author for a while; then others rely on it.
 * Pin, reminder and visibility stay open.
 */
function refuseLate(patch: Draft<typeof notes>, before: Note, { session, services }: Context): void {
  const changed = (['body', 'lead_id', 'mentions'] as const).filter(
    (name) => name in patch && !isDeepStrictEqual(patch[name] ?? null, before[name] ?? null),
  );
  if (!changed.length) return;
  if (before.created_by !== session.userId) throw problem(403, 'Only its author can change what a note says.');
  if (!isNoteOpen(before.created_at, services.now()))
    throw problem(409, `A note can be changed for ${noteEditMinutes} minutes after it was written. Add another note instead.`);
}

/** Nobody is reminded at a time that is over. One that passed since it was set can stay, and an undo brings it back. */
function refusePast({ remind_at: at }: Draft<typeof notes>, before: Note | null, { services, undoes }: Context): void {
  if (!at || undoes || !isPast(at, services.now())) return;
  if (before?.remind_at && Date.parse(before.remind_at) === Date.parse(at)) return;
  throw invalid('remind_at', 'The reminder must not be in the past');
}

/** A note belongs to its author; the administrator can also change notes that everyone sees. */
function refuseOthers(row: Note, { session }: Context): void {
  if (row.created_by === session.userId) return;
  if (!isAdministrator(session) || row.visibility === 'private') throw problem(403, notAllowed);
}
