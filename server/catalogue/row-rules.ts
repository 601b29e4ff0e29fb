import sql, { join, type Sql } from 'sql-template-tag';
import { customKey } from '../../src/schemas/kit/custom-fields';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { isAdministrator } from '../../src/schemas/kit/roles';
import type { RowCondition, RowPart } from '../../src/schemas/kit/row-rules';
import type { Session } from '../context/session';
import { ident } from '../store/identifiers';
import { columnType } from '../store/tables/model';

export type Asker = Pick<Session, 'role' | 'userId' | 'tenantId'>;

/** What the schema file's `rows` lets this person read, or change, as a predicate over the alias; null: every row. */
export function rowRule(resource: AnyResource, operation: 'read' | 'change', asker: Asker, alias: Sql): Sql | null {
  const rule = resource.rows?.[operation];
  return rule && !isAdministrator(asker) ? conditionOf(resource, rule, asker, alias) : null;
}

function conditionOf(resource: AnyResource, condition: RowCondition, asker: Asker, alias: Sql): Sql {
  const [parts, word] = 'all' in condition ? [condition.all, ' and '] : 'any' in condition ? [condition.any, ' or '] : [];
  if (parts)
    return sql`(${join(
      parts.map((part) => conditionOf(resource, part, asker, alias)),
      word,
    )})`;
  return 'all' in condition || 'any' in condition ? sql`false` : partOf(resource, condition, asker, alias);
}

function partOf(resource: AnyResource, part: RowPart, asker: Asker, alias: Sql): Sql {
  if ('my' in part) {
    const mine = valuesOf(part.my, asker);
    if ('set' in part) return sql`(cardinality(${mine}) > 0) = ${part.set}`;
    return sql`${mine} && ${('in' in part ? [...part.in] : [part.is]).map(String)}::text[]`;
  }
  const column = sql`${alias}.${ident(part.field)}`;
  const isList = columnType(resource.fields.properties[part.field] ?? { type: 'string' }) === 'jsonb';
  const among = (values: Sql): Sql => (isList ? holdsOne(column, values) : sql`${column}::text = any(${values})`);
  if ('set' in part) return sql`(${column} is not null and ${column}::text not in ('', '[]')) = ${part.set}`;
  if ('in' in part) return among(sql`${part.in.map(String)}::text[]`);
  if (part.is === null) return sql`${column} is null`;
  if (typeof part.is === 'object') return among(valuesOf(part.is.my, asker));
  return among(sql`${[part.is === 'me' ? asker.userId : String(part.is)]}::text[]`);
}

/** Lists hold texts or numbers, the keys of some resources: they are compared as texts. */
const holdsOne = (column: Sql, values: Sql): Sql => sql`exists (select 1
  from jsonb_array_elements_text(case jsonb_typeof(${column}) when 'array' then ${column} else '[]'::jsonb end) as "~held" where "~held" = any(${values}))`;

/** What the person's own record holds in a field, as texts; read once for a statement. */
function valuesOf(field: string, { tenantId, userId }: Asker): Sql {
  const key = customKey(field);
  const value = key === undefined ? sql`to_jsonb("~me".${ident(field)})` : sql`"~me"."custom"->${key}::text`;
  return sql`array(select jsonb_array_elements_text(case jsonb_typeof("~of".v) when 'array' then "~of".v when 'null' then '[]'::jsonb
      else jsonb_build_array("~of".v) end)
    from (select ${value} as v from "users" "~me" where "~me"."tenant_id" = ${tenantId} and "~me"."id" = ${userId}) "~of"
    where "~of".v is not null)`;
}
