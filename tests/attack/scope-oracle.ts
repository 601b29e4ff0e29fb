import sql from 'sql-template-tag';
import type { Tx } from '../../server/store/store';

interface Person {
  readonly id: string;
  readonly role: number;
  readonly reports_to: string | null;
  readonly team_ids: string[] | null;
  readonly status: number;
  readonly deleted_at: string | null;
}
interface Team {
  readonly id: string;
  readonly manager_id: string | null;
  readonly parent_team_id: string | null;
  readonly deleted_at: string | null;
}
/** Keys of the leads that each user may read, by user. */
export type Readable = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Who may read which lead according to D-001 and D-023, from the bare rows and without the product's own queries. Users who
 * cannot sign in: nothing; role 1 and 'tenant': all leads; 'own': leads they own; 'team': also leads of users who report to them,
 * or who are in or lead a team that they lead or are in; 'branch': the same at any depth; 'none': nothing.
 */
export async function readableLeads(tx: Tx, tenantId: string): Promise<Readable> {
  const leads = await tx.rows<{ id: string; user_id: string | null }>(sql`select "id", "user_id" from "leads"
    where "tenant_id" = ${tenantId} and "deleted_at" is null`);
  return new Map(
    [...(await reachedPeople(tx, tenantId))].map(([id, reached]) => {
      const seen = leads.filter(({ user_id }) => reached === 'all' || (user_id !== null && reached.has(user_id)));
      return [id, new Set(seen.map((lead) => lead.id))];
    }),
  );
}

/** Whose records each user reaches, by the same rules. */
export async function reachedPeople(tx: Tx, tenantId: string): Promise<ReadonlyMap<string, ReadonlySet<string> | 'all'>> {
  const people = await tx.rows<Person>(sql`select "id", "role", "reports_to", "team_ids", "status", "deleted_at" from "users"
    where "tenant_id" = ${tenantId}`);
  const teams = (
    await tx.rows<Team>(
      sql`select "id", "manager_id", "parent_team_id", "deleted_at" from "teams" where "tenant_id" = ${tenantId}`,
    )
  ).filter((team) => team.deleted_at === null);
  const scopes = new Map(
    (
      await tx.rows<{ role: number; data_scope: string }>(sql`select "role", "data_scope" from "users_roles"
      where "tenant_id" = ${tenantId}`)
    ).map((row) => [row.role, row.data_scope]),
  );
  return new Map(
    people.map((person) => {
      const scope = person.status !== 1 || person.deleted_at !== null ? 'nobody' : (scopes.get(person.role) ?? 'own');
      const whole = scope !== 'nobody' && (person.role === 1 || scope === 'tenant');
      return [person.id, whole ? 'all' : ownersOf(person, scope, people, teams)] as const;
    }),
  );
}

function ownersOf(person: Person, scope: string, people: readonly Person[], teams: readonly Team[]): Set<string> {
  if (scope === 'nobody' || scope === 'none') return new Set();
  if (scope !== 'team' && scope !== 'branch') return new Set([person.id]);
  const reports = (of: ReadonlySet<string>) => people.filter((one) => one.reports_to !== null && of.has(one.reports_to));
  const first = teams.filter((team) => team.manager_id === person.id || person.team_ids?.includes(team.id));
  const under = (of: ReadonlySet<string>) => teams.filter((team) => team.parent_team_id !== null && of.has(team.parent_team_id));
  const deep = scope === 'branch';
  const mine = grown(new Set(first.map((team) => team.id)), under, deep ? Infinity : 0);
  const line = grown(new Set([person.id]), reports, deep ? Infinity : 1);
  const members = people.filter((one) => one.team_ids?.some((id) => mine.has(id)));
  const leaders = teams.flatMap((team) => (mine.has(team.id) && team.manager_id !== null ? [team.manager_id] : []));
  return new Set([...line, ...members.map((one) => one.id), ...leaders]);
}

/** The set extended by what `next` finds from it, this many times or until nothing new is found. */
function grown(set: Set<string>, next: (of: ReadonlySet<string>) => readonly { id: string }[], times: number): Set<string> {
  for (let size = -1, turn = 0; size !== set.size && turn < times; turn++) {
    size = set.size;
    for (const { id } of next(new Set(set))) set.add(id);
  }
  return set;
}
