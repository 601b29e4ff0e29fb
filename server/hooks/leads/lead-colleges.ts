import type { leadColleges } from '../../../src/schemas/leads/lead-colleges';
import type { Hooks } from '../../context/hooks';
import type { Context } from '../../context/context';
import { lastPlace } from '../../leads/college-choice';
import { leadOf } from '../../leads/lead-access';

/** Who chose and when, the place on the shortlist, and a reason only where the college is not wanted. */
export const hooks: Hooks<typeof leadColleges> = {
  async beforeCreate(draft, context) {
    await leadOf(context, draft.lead_id, 'lock');
    return { ...draft, ...(await chosen(draft.lead_id, draft.relation, context)) };
  },
  async beforeUpdate(patch, before, context) {
    await leadOf(context, before.lead_id, 'lock');
    if (patch.relation === undefined || patch.relation === before.relation) return patch;
    return { ...patch, ...(await chosen(before.lead_id, patch.relation, context)) };
  },
};

async function chosen(leadId: string, relation: string, context: Context) {
  const { services, session } = context;
  return {
    chosen_by: session.userId || null,
    chosen_at: services.now().toISOString(),
    rank: relation === 'shortlisted' ? await lastPlace(context, leadId) : null,
    ...(relation === 'not_interested' ? {} : { reason_code: null }),
  };
}
