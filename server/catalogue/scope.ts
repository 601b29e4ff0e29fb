import sql, { join, raw, type Sql } from 'sql-template-tag';
import { resourceNamed } from '../../src/schemas/kit/all';
import { keyOf, refOf, type AnyResource } from '../../src/schemas/kit/resource';
import type { Session } from '../http/context';
import { ident, table } from '../store/identifiers';

/**
 * Which rows of the resource this user may touch (D-023), as a predicate over the table's own name (or the alias); null: all
 * of the tenant's. `through` resources are seen with the record they belong to.
 */
export function scopeOf(resource: AnyResource, session: Session, alias: Sql = table(resource), depth = 1): Sql | null {
  const { scope } = resource;
  if (!scope) return null;
  if ('owner' in scope) {
    if (session.role === 1 && scope.beyond === 'role 1') return null;
    const users = scope.beyond.endsWith('role scope') ? usersOf(session, scope.beyond) : [session.userId];
    if (!users) return null;
    return sql`(${join(
      [scope.owner, ...(scope.also ?? [])].map((name) => sql`${alias}.${ident(name)} = any(${users}::text[])`),
      ' or ',
    )})`;
  }
  const to = resourceNamed(refOf(resource, scope.through)!.to);
  const through = raw(`through_${depth}`);
  const inner = scopeOf(to, session, through, depth + 1);
  if (!inner) return null;
  return sql`exists (select 1 from ${table(to)} ${through} where ${through}.tenant_id = ${alias}.tenant_id
    and ${through}.${ident(keyOf(to).name)} = ${alias}.${ident(scope.through)} and ${inner})`;
}

/** Whose rows the role sees; null: everybody's. */
function usersOf({ scope, userId }: Session, beyond: string): string[] | null {
  if (scope === 'tenant') return null;
  return beyond === 'role scope' ? [...scope.userIds] : [...new Set([...scope.userIds, userId])];
}
