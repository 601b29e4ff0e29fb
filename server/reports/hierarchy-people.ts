import sql from 'sql-template-tag';
import { users } from '../../src/schemas/access-control/users';
import type { UserHierarchy } from '../../src/schemas/calls/user-hierarchy';
import { isVeiled } from '../../src/schemas/kit/field-rules';
import type { HierarchyPerson } from '../../src/schemas/kit/reporting-lines';
import { rulesOf } from '../catalogue/field-rules';
import { reportingPeople } from '../catalogue/reporting-people';
import type { Context } from '../context/context';

type Reader = Parameters<typeof reportingPeople>[0];

/** The people of the hierarchy with the moves that wait for their day: the same on the page and in the file. */
export async function hierarchyPeople(context: Reader, most: number): Promise<UserHierarchy> {
  const { people, complete } = await reportingPeople(context, most);
  const planned = await plannedMoves(context);
  return { people: people.map((one) => ({ ...one, planned: planned.get(one.id) ?? null })), complete };
}

/** The moves that wait for their day, for those who see who reports to whom. */
async function plannedMoves({
  tx,
  session,
}: Pick<Context, 'tx' | 'session'>): Promise<ReadonlyMap<string, HierarchyPerson['planned']>> {
  if (isVeiled(rulesOf(users, session).get('reports_to'))) return new Map();
  const rows: { user_id: string; on: string; reports_to: string | null }[] = await tx.rows(
    sql`select "user_id", "on", "reports_to" from "planned_moves" where "tenant_id" = ${session.tenantId} and "ended_at" is null
      and "deleted_at" is null`,
    'planned-moves',
  );
  return new Map(rows.map(({ user_id, ...planned }) => [user_id, planned]));
}
