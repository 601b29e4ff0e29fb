import sql from 'sql-template-tag';
import type { DimensionValues } from '../../src/schemas/kit/cells';
import type { DimensionId } from '../../src/schemas/kit/dimensions';
import type { Context } from '../context/context';
import { ownerInScope } from '../context/data-scope';

export type Path = readonly (string | null)[];
export interface ListedUser {
  readonly id: string;
  readonly teams: readonly string[];
}

/** The users whose rows are there even when all numbers are 0: the active ones that this reader sees, under the filters. */
export async function listedUsers({ tx, session }: Context, values: DimensionValues, inactive: boolean): Promise<ListedUser[]> {
  const rows = await tx.rows<{ id: string; teams: unknown }>(sql`
    select u."id", u."team_ids" as "teams" from "users" u
    where u."tenant_id" = ${session.tenantId} and u."deleted_at" is null and u."type" = 'org'
      and (u."status" = 1 or ${inactive}) and ${ownerInScope(session.scope, sql`u."id"`)}`);
  const { user, team } = values;
  return rows
    .map(({ id, teams }) => ({ id, teams: Array.isArray(teams) ? teams.map(String) : [] }))
    .filter(({ id }) => !user || user.includes(id))
    .filter(({ teams }) => !team || (teams.length ? teams.some((one) => team.includes(one)) : team.includes('')));
}

/** The paths with facts, those of the listed users, and every path above them. */
export function withUsers(levels: readonly DimensionId[], paths: readonly Path[], users: readonly ListedUser[]): Path[] {
  const [first, second] = levels;
  const listed =
    first === 'user'
      ? users.map(({ id }): Path => [id])
      : first === 'team' && second === 'user'
        ? users.flatMap(({ id, teams }) => (teams.length ? teams : [null]).map((team): Path => [team, id]))
        : [];
  const all = new Map<string, Path>();
  for (const path of [...paths, ...listed])
    for (let length = 1; length <= path.length; length++) {
      const part = path.slice(0, length);
      all.set(JSON.stringify(part), part);
    }
  return [...all.values()];
}
