import sql from 'sql-template-tag';
import { users } from '../../../src/schemas/access-control/users';
import { isVeiled } from '../../../src/schemas/kit/field-rules';
import type { HierarchyPerson } from '../../../src/schemas/kit/reporting-lines';
import * as hierarchyCalls from '../../../src/schemas/calls/user-hierarchy';
import { rulesOf } from '../../catalogue/field-rules';
import { mostPeople, reportingPeople } from '../../catalogue/reporting-people';
import type { Context, Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { hierarchyExport } from '../../exports/export-plan';
import { queueExport } from '../../exports/queue-export';

export const handlers: Handlers = {
  ...handle(hierarchyCalls.userHierarchy, readHierarchy),
  ...handle(hierarchyCalls.userHierarchyExport, exportHierarchy),
};

async function readHierarchy(
  context: CallContext<typeof hierarchyCalls.userHierarchy>,
): Promise<CallReply<typeof hierarchyCalls.userHierarchy>> {
  const { people, complete } = await reportingPeople(context, mostPeople);
  const planned = await plannedMoves(context);
  return { data: { people: people.map((one) => ({ ...one, planned: planned.get(one.id) ?? null })), complete } };
}

/** The moves that wait for their day, for those who see who reports to whom. */
async function plannedMoves({ tx, session }: Context): Promise<ReadonlyMap<string, HierarchyPerson['planned']>> {
  if (isVeiled(rulesOf(users, session).get('reports_to'))) return new Map();
  const rows: { user_id: string; on: string; reports_to: string | null }[] = await tx.rows(
    sql`select "user_id", "on", "reports_to" from "planned_moves" where "tenant_id" = ${session.tenantId} and "ended_at" is null
      and "deleted_at" is null`,
    'planned-moves',
  );
  return new Map(rows.map(({ user_id, ...planned }) => [user_id, planned]));
}

async function exportHierarchy(
  context: CallContext<typeof hierarchyCalls.userHierarchyExport>,
): Promise<CallReply<typeof hierarchyCalls.userHierarchyExport>> {
  return queueExport(context, { resource: hierarchyExport, format: 'csv', query: {} });
}
