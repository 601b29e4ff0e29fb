import type { Note, notes } from '../../../src/schemas/leads/notes';
import { notAllowed, problem } from '../../../src/schemas/kit/problem';
import { isAdministrator } from '../../../src/schemas/kit/roles';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';
import { checkMentions, tellMentioned } from '../../leads/mentions';
import { leadOf } from '../../leads/lead-access';

/** A note is about a lead that its author sees, and changed by its author; who sees it is the schema's scope. */
export const hooks: Hooks<typeof notes> = {
  async beforeCreate(draft, context) {
    const lead = draft.lead_id ? await leadOf(context, draft.lead_id) : null;
    await checkMentions(context, draft, lead);
    return draft;
  },
  async beforeUpdate(patch, before, context) {
    refuseOthers(before, context);
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

/** A note belongs to its author; the administrator can also change notes that everyone sees. */
function refuseOthers(row: Note, { session }: Context): void {
  if (row.created_by === session.userId) return;
  if (!isAdministrator(session) || row.visibility === 'private') throw problem(403, notAllowed);
}
