import type { Note, notes } from '../../../src/schemas/leads/notes';
import { notAllowed, problem } from '../../../src/schemas/kit/problem';
import { isAdministrator } from '../../../src/schemas/kit/roles';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';
import { leadOf } from '../../leads/lead-access';

/** A note is about a lead that its author sees, and changed by its author; who sees it is the schema's scope. */
export const hooks: Hooks<typeof notes> = {
  async beforeCreate(draft, context) {
    if (draft.lead_id) await leadOf(context, draft.lead_id);
    return draft;
  },
  async beforeUpdate(patch, before, context) {
    refuseOthers(before, context);
    if (patch.lead_id) await leadOf(context, patch.lead_id);
    return patch;
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
