import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { resourceNamed } from '../../src/schemas/kit/all';
import { keyOf, refOf, type AnyResource } from '../../src/schemas/kit/resource';
import { isAdministrator } from '../../src/schemas/kit/roles';
import { listedFor } from '../context/data-scope';
import type { Session } from '../context/session';
import { linkOf } from '../../src/schemas/kit/links';
import { ident, table } from '../store/identifiers';
import { seenThroughLink } from './links';
import { rowRule } from './row-rules';

/** The reader: a session, or the person who started a job, with their current rights. */
type Reader = Pick<Session, 'role' | 'scope' | 'userId' | 'tenantId'>;

/**
 * Which rows of the resource this user may touch (D-023), as a predicate over the table's own name (or the alias); null: all
 * of the tenant's. `through` resources are seen with the record they belong to. What `rows` says holds as well.
 */
export function scopeOf(resource: AnyResource, session: Reader, alias: Sql = table(resource), depth = 1): Sql | null {
  const ruled = rowRule(resource, 'read', session, alias);
  const scope = ownScope(resource, session, alias, depth);
  return ruled && scope ? sql`(${scope} and ${ruled})` : (ruled ?? scope);
}

/** The rows that the person may change, of those that the scope shows; null: all of them. */
export const changeable = (resource: AnyResource, session: Reader): Sql | null =>
  rowRule(resource, 'change', session, table(resource));

/**
 * `_may_change` as a further column of the rows that are answered, where the schema file says which of them may be changed; else
 * nothing. `also`: what can be read in addition to the scope, and is not changed.
 */
export function changeMark(resource: AnyResource, session: Reader, also?: Sql): Sql {
  if (!resource.rows?.change || resource.store === 'view') return empty;
  const parts = [changeable(resource, session), also ? scopeOf(resource, session) : null].filter((part) => part !== null);
  return sql`, ${parts.length ? sql`(${join(parts, ' and ')}) is true` : sql`true`} as "_may_change"`;
}

function ownScope(resource: AnyResource, session: Reader, alias: Sql, depth: number): Sql | null {
  const { scope } = resource;
  if (!scope) return null;
  if ('owner' in scope) {
    if (isAdministrator(session) && scope.beyond === 'role 1') return null;
    const users = scope.beyond.endsWith('role scope') ? usersOf(session, scope.beyond) : [session.userId];
    if (!users) return null;
    const owned = [scope.owner, ...(scope.also ?? [])].map((name) => sql`${alias}.${ident(name)} = any(${users}::text[])`);
    const caller = scope.lists && session.scope !== 'tenant' ? session.scope.caller : undefined;
    const listed = caller ? [listedFor(caller, sql`${alias}.${ident(keyOf(resource).name)}`)] : [];
    return sql`(${join([...owned, ...listed], ' or ')})`;
  }
  if ('through' in scope) {
    if (scope.office && hasNoLeads(session)) return null;
    const all = [scope.through, ...(scope.also ?? [])].flatMap((name) => {
      const { unset } = scope;
      if (linkOf(resource, name)) return [throughLink(resource, name, session, alias, depth)];
      const alone = name === scope.through && unset === undefined;
      const seen = seenThrough(resource, name, session, alias, depth, alone ? 'whole' : 'each');
      if (!seen) return [];
      if (alone) return [seen];
      const own = name === scope.through && unset !== undefined && unset !== 'shown' ? unset : undefined;
      const users = own ? sql` and ${alias}.${ident(own)} = any(${usersOf(session, 'role scope')}::text[])` : empty;
      return [sql`((${alias}.${ident(name)} is null${users}) or ${seen})`];
    });
    return all.length ? join(all, ' and ') : null;
  }
  const about = seenThrough(resource, scope.about, session, alias, depth, 'each');
  const shown = sql`${alias}.${ident(scope.visibility)}`;
  return sql`(${alias}.created_by = ${session.userId} or (${about ? sql`(${alias}.${ident(scope.about)} is null or ${about})` : sql`true`}
    and (${shown} = 'tenant' or (${shown} = 'team' and ${sameTeam(session, alias)}))))`;
}

/** A role whose data scope is 'No leads': the back office, which works with documents and payments of all applicants (D-001). */
export const hasNoLeads = ({ scope }: Reader): boolean => scope !== 'tenant' && scope.userIds.length === 0;

/**
 * The record that `name` refers to is one that this user may touch; null: all are. 'each' is for one side of an 'or', where the
 * database would read all such records first for a page of a few rows: it looks up each row's record instead.
 */
function seenThrough(
  resource: AnyResource,
  name: string,
  session: Reader,
  alias: Sql,
  depth: number,
  how: 'whole' | 'each',
): Sql | null {
  const to = resourceNamed(refOf(resource, name)!.to);
  const through = raw(`through_${depth}`);
  const inner = scopeOf(to, session, through, depth + 1);
  if (!inner) return null;
  const found = sql`(select true from ${table(to)} ${through} where ${through}.tenant_id = ${alias}.tenant_id
    and ${through}.${ident(keyOf(to).name)} = ${alias}.${ident(name)} and ${inner})`;
  return how === 'each' ? found : sql`exists ${found}`;
}

/** A row without a link belongs to nothing that could hide it, unless `unset` names whose it is then. */
function throughLink(resource: AnyResource, name: string, session: Reader, alias: Sql, depth: number): Sql {
  const { scope } = resource;
  const unset = scope && 'through' in scope && name === scope.through ? scope.unset : 'shown';
  const users = unset === undefined || unset === 'shown' ? null : usersOf(session, 'role scope');
  const whose =
    unset === undefined ? sql` and false` : users ? sql` and ${alias}.${ident(unset)} = any(${users}::text[])` : empty;
  return seenThroughLink(resource, name, alias, whose, (to, key) => {
    const through = raw(`through_${depth}`);
    const inner = scopeOf(to, session, through, depth + 1) ?? sql`true`;
    return sql`(select true from ${table(to)} ${through} where ${through}.tenant_id = ${alias}.tenant_id
      and ${through}.${ident(keyOf(to).name)}::text = ${key} and ${inner})`;
  });
}

/** The author and this user share a team. */
function sameTeam({ userId }: Reader, alias: Sql): Sql {
  return sql`exists (select 1 from "users" a join "users" m on m."tenant_id" = a."tenant_id" and m."id" = ${userId}
    cross join lateral jsonb_array_elements_text(case jsonb_typeof(m."team_ids") when 'array' then m."team_ids" else '[]'::jsonb end) as t(id)
    where a."tenant_id" = ${alias}.tenant_id and a."id" = ${alias}.created_by and a."team_ids" @> jsonb_build_array(t.id))`;
}

/** Whose rows the role sees; null: everyone's. */
function usersOf({ scope, userId }: Reader, beyond: string): string[] | null {
  if (scope === 'tenant') return null;
  return beyond === 'role scope' ? [...scope.userIds] : [...new Set([...scope.userIds, userId])];
}
