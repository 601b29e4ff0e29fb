import sql, { empty, type Sql } from 'sql-template-tag';
import type { Session } from '../context/session';

/** Narrows the people of a workforce report. */
export interface PeopleAsked {
  readonly user_ids?: readonly string[] | undefined;
  readonly team_id?: string | undefined;
}

/**
 * Whose working days someone sees (D-012): their own, and those of the people of their role's scope; as a predicate over the alias
 * of "users". Partners have no working days here.
 */
export function seenPeople(
  { tenantId, userId, scope }: Session,
  u: Sql,
  { user_ids: ids, team_id: team }: PeopleAsked = {},
): Sql {
  return sql`${u}."tenant_id" = ${tenantId} and ${u}."type" = 'org' and ${u}."deleted_at" is null
    ${scope === 'tenant' ? empty : sql`and ${u}."id" = any(${[...new Set([...scope.userIds, userId])]}::text[])`}
    ${ids?.length ? sql`and ${u}."id" = any(${[...ids]}::text[])` : empty}
    ${team ? sql`and ${u}."team_ids" @> jsonb_build_array(${team}::text)` : empty}`;
}
