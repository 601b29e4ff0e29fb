import sql from 'sql-template-tag';
import { measureOf } from '../../../src/schemas/kit/measures';
import { invalid } from '../../../src/schemas/kit/problem';
import type { Draft } from '../../../src/schemas/kit/resource';
import type { targets } from '../../../src/schemas/workforce/targets';
import { isInScope } from '../../context/data-scope';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';

/** Administrators set targets of everyone, others those of the people in their own scope and of teams that one of these manages. */
export const hooks: Hooks<typeof targets> = {
  async beforeCreate(draft, context) {
    checkValue(draft);
    return { ...draft, manager_id: await managerFor(draft, context) };
  },
  async beforeUpdate(patch, before, context) {
    checkValue({ ...before, ...patch });
    if (!('user_id' in patch) && !('team_id' in patch)) return patch;
    return { ...patch, manager_id: await managerFor({ ...before, ...patch }, context) };
  },
};

/** Nobody reaches more than all of something. */
function checkValue({ measure, value }: Pick<Draft<typeof targets>, 'measure' | 'value'>): void {
  if (measure && measureOf(measure).unit === 'percent' && Number(value) > 100)
    throw invalid('value', `The target of '${measureOf(measure).label}' can be up to 100 percent`);
}

/** The manager of the target's team; throws Problem 422 at the person or team whose targets this user does not set. */
async function managerFor(
  { user_id, team_id }: Pick<Draft<typeof targets>, 'user_id' | 'team_id'>,
  { tx, session }: Context,
): Promise<string | null> {
  if (user_id && !isInScope(session.scope, user_id))
    throw invalid('user_id', 'You can set targets only for yourself and the people below you');
  if (!team_id) return null;
  const team = await tx.row<{ manager_id: string | null }>(sql`
    select "manager_id" from "teams" where "tenant_id" = ${session.tenantId} and "id" = ${team_id} and "deleted_at" is null`);
  const manager = team?.manager_id ?? null;
  if (!isInScope(session.scope, manager))
    throw invalid('team_id', 'You can set targets only for teams that you or someone below you manages');
  return manager;
}
