import sql, { type Sql } from 'sql-template-tag';
import { kindAt } from '../../src/kinds/kind-of';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { ident, keyColumn, table, tableName } from '../store/identifiers';
import type { Tx } from '../store/store';
import type { Key } from './drafts';

/** More levels than any tree has: a path ends there. */
const mostLevels = 50;

/** Whether `key` is `top` or a record below it. Two moves in one tree wait for each other, so that together they make no circle. */
export async function isBelow(
  resource: AnyResource,
  field: string,
  key: Key,
  top: Key,
  { tx, tenantId }: { readonly tx: Tx; readonly tenantId: string },
): Promise<boolean> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${tenantId} tree ${tableName(resource)}`}, 0))`);
  const own = keyColumn(resource);
  const row = await tx.row(sql`
    with recursive "~up" as (
      select ${own} as "key", ${ident(field)} as "above" from ${table(resource)} where "tenant_id" = ${tenantId} and ${own} = ${key}
      union
      select one."key", one."above" from "~up"
        join (select ${own} as "key", ${ident(field)} as "above" from ${table(resource)} where "tenant_id" = ${tenantId}) one
          on one."key" = "~up"."above")
    select 1 as found from "~up" where "key" = ${top} limit 1`);
  return row !== undefined;
}

/** The names of a record and of those above it, 'A / B / C'; undefined unless the resource is a tree. `name` is the record's own. */
export function pathText(to: AnyResource, name: Sql, display: string): Sql | undefined {
  const field = parentOf(to);
  if (field === undefined) return undefined;
  const own = sql`${table(to)}`;
  return sql`coalesce((
    with recursive "~up"("text", "above", "level") as (
      select ${ident(display)}::text, ${ident(field)}, 1 from ${own} "~one"
        where "~one"."tenant_id" = ${own}."tenant_id" and "~one".${keyColumn(to)} = ${own}.${ident(field)}
      union all
      select "~two".${ident(display)}::text, "~two".${ident(field)}, "level" + 1 from "~up" join ${own} "~two"
        on "~two"."tenant_id" = ${own}."tenant_id" and "~two".${keyColumn(to)} = "~up"."above"
        where "level" < ${mostLevels})
    select string_agg("text", ' / ' order by "level" desc) || ' / ' from "~up"), '') || ${name}`;
}

const parents = new WeakMap<AnyResource, string | null>();
/** The field that refers to the record above, where the resource is a tree. */
function parentOf(resource: AnyResource): string | undefined {
  const known = parents.get(resource);
  if (known !== undefined) return known ?? undefined;
  const found = Object.keys(resource.refs ?? {}).find((name) => !name.includes('.') && kindAt(resource, name).kind.climbs);
  parents.set(resource, found ?? null);
  return found;
}
