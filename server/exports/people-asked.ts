import sql from 'sql-template-tag';
import type { Context } from '../context/context';
import type { PeopleAsked } from '../workforce/seen-people';
import type { Cell } from './export-columns';

/** The second sheet of a workforce report: whose days its rows are, and as of when. `more` are further filters. */
export async function aboutPeople(
  { tx, session, services }: Context,
  { user_ids: ids = [], team_id: team }: PeopleAsked,
  more: readonly (readonly [string, string])[],
): Promise<Cell[][]> {
  const names = await tx.rows<{ kind: string; name: string }>(sql`
    select 'user' as "kind", "name" from "users" where "tenant_id" = ${session.tenantId} and "id" = any(${[...ids]}::text[])
    union all select 'team', "name" from "teams" where "tenant_id" = ${session.tenantId} and "id" = ${team ?? null}::text order by 1, 2`);
  const of = (kind: string): string => names.flatMap((one) => (one.kind === kind ? one.name : [])).join(', ');
  return [
    ...more.map(([title, text]) => [title, text]),
    ['People', of('user') || 'All'],
    ['Team', of('team') || 'All'],
    ['Time zone', session.timezone],
    ['As of', services.now().toISOString()],
  ];
}
