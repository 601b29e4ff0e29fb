import sql, { raw, type Sql } from 'sql-template-tag';
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
    const owner = sql`${alias}.${ident(scope.owner)}`;
    if (scope.beyond === 'role scope')
      return session.scope === 'tenant' ? null : sql`${owner} = any(${[...session.scope.userIds]}::text[])`;
    return scope.beyond === 'role 1' && session.role === 1 ? null : sql`${owner} = ${session.userId}`;
  }
  const to = resourceNamed(refOf(resource, scope.through)!.to);
  const through = raw(`through_${depth}`);
  const inner = scopeOf(to, session, through, depth + 1);
  if (!inner) return null;
  return sql`exists (select 1 from ${table(to)} ${through} where ${through}.tenant_id = ${alias}.tenant_id
    and ${through}.${ident(keyOf(to).name)} = ${alias}.${ident(scope.through)} and ${inner})`;
}
