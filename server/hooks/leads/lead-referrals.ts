import type { leadReferrals } from '../../../src/schemas/leads/lead-referrals';
import type { Hooks } from '../../context/hooks';
import { actingOf } from '../../leads/acting';
import { leadOf } from '../../leads/lead-access';
import { checkReferral, tellReferred } from '../../leads/refer';

/** Asking someone to take a lead: one's own (or one's people's) lead, an active colleague, and one question at a time. */
export const hooks: Hooks<typeof leadReferrals> = {
  async beforeCreate(draft, context) {
    const lead = await leadOf(context, draft.lead_id, 'lock');
    await checkReferral(actingOf(context), lead, draft.to_user_id, context.session);
    return { ...draft, state: 'pending' };
  },
  async afterWrite(row, before, context) {
    if (before) return;
    await tellReferred(actingOf(context), row.to_user_id, [row.lead_id], { note: row.note ?? '', asker: context.session.name });
  },
};
