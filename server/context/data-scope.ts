import sql, { type Sql } from 'sql-template-tag';
import type { DataScope } from './session';

/** Can someone with this scope see a lead of this owner (D-023)? A lead without an owner belongs to the whole tenant. */
export function isInScope(scope: DataScope, ownerId: string | null): boolean {
  return scope === 'tenant' || (ownerId !== null && scope.userIds.includes(ownerId));
}

/** The scope as a predicate on the column that names the owner. */
export function ownerInScope(scope: DataScope, owner: Sql = sql`"user_id"`): Sql {
  return scope === 'tenant' ? sql`true` : sql`${owner} = any(${scope.userIds}::text[])`;
}
