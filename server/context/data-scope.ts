import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../store/store';
import type { DataScope, ListCaller } from './session';

/** Is this user one of those whose records someone with this scope sees (D-023)? What has no owner belongs to the whole tenant. */
export function isInScope(scope: DataScope, ownerId: string | null): boolean {
  return scope === 'tenant' || (ownerId !== null && scope.userIds.includes(ownerId));
}

/** The same as a predicate on the column that names the owner. */
export function ownerInScope(scope: DataScope, owner: Sql = sql`"user_id"`): Sql {
  return scope === 'tenant' ? sql`true` : sql`${owner} = any(${scope.userIds}::text[])`;
}

/** The leads of the scope as a predicate on their owner and id: those of its users, and those that a calling list opens (D-001). */
export function leadInScope(scope: DataScope, owner: Sql = sql`"user_id"`, id: Sql = sql`"id"`): Sql {
  if (scope === 'tenant' || !scope.caller) return ownerInScope(scope, owner);
  return sql`(${ownerInScope(scope, owner)} or ${listedFor(scope.caller, id)})`;
}

/** Someone with this scope may touch the lead: as one of its users', or because a calling list opens it to them (D-001). */
export async function seesLead(tx: Tx, scope: DataScope, lead: SeenLead): Promise<boolean> {
  if (isInScope(scope, lead.user_id)) return true;
  if (scope === 'tenant' || !scope.caller) return false;
  const { caller } = scope;
  return (
    (await tx.row(sql`select 1 where ${listedFor(caller, sql`${lead.id}::text`)}`, `lead-listed-${caller.sees}`)) !== undefined
  );
}
interface SeenLead {
  readonly id: string;
  readonly user_id: string | null;
}

/**
 * Leads that a calling list opens to one of its callers: those it holds for them, or all that it holds; and after a call from a
 * list for half an hour, to write what came of it.
 */
export const listedFor = (caller: ListCaller, id: Sql): Sql =>
  caller.sees === 'all' ? sql`${id} in (${leadsOpenTo(caller)})` : sql`${id} = any(array(${leadsOpenTo(caller)}))`;

const leadsOpenTo = ({ tenantId, userId, sees }: ListCaller): Sql => {
  const served = sql`e."state" = 'dialling' and e."user_id" = ${userId}`;
  const mine = sql`d."status" = 1 and d."deleted_at" is null and d."user_ids" @> jsonb_build_array(${userId}::text)`;
  return sql`select e."lead_id" from "dialer_list_leads" e
      join "dialer_lists" d on d."tenant_id" = e."tenant_id" and d."key" = e."list_key" and ${mine}
      where e."tenant_id" = ${tenantId} and e."deleted_at" is null and ${sees === 'all' ? sql`e."state" in ('queued', 'dialling')` : served}
    union all
    select c."lead_id" from "calls" c
      join "dialer_lists" d on d."tenant_id" = c."tenant_id" and d."key" = c."list_key" and ${mine}
      where c."tenant_id" = ${tenantId} and c."user_id" = ${userId} and c."deleted_at" is null and c."lead_id" is not null
        and c."started_at" > now() - interval '12 hours' and (c."state" <> 'ended' or c."ended_at" > now() - interval '30 minutes')`;
};
