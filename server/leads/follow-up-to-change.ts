import { problem } from '../../src/schemas/kit/problem';
import type { Context } from '../context/context';
import { followUpOf, type FoundFollowUp } from './follow-up';
import { leadOf } from './lead-access';

/** A follow-up by its own id or its call action's, its lead locked. Throws Problem 404, or 403 for a lead of someone else. */
export async function followUpToChange(context: Context, id: string): Promise<FoundFollowUp> {
  const known = await followUpOf(context.tx, context.session.tenantId, id);
  if (!known) throw problem(404, 'This follow-up does not exist.');
  await leadOf(context, known.lead_id, 'lock');
  return known;
}
