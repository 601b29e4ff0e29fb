import sql, { join, raw, type Sql } from 'sql-template-tag';
import { invalid } from '../../src/schemas/kit/problem';
import { keyOf, pluralOf, type AnyResource } from '../../src/schemas/kit/resource';
import { ident, tableName } from './identifiers';
import { typeOfColumn, type Filter, type ListRequest } from './list-request';
import { escapeLike, searchPatterns } from './search-patterns';
import { columnText } from './tables/model';

/** The request's own filters, in addition to tenant and scope, one predicate each. */
export function filterParts(resource: AnyResource, request: Pick<ListRequest, 'filters' | 'anyOf' | 'q'>): Sql[] {
  return [
    ...request.filters.map((filter) => filterText(resource, filter)),
    ...(request.anyOf.length ? [anyText(resource, request.anyOf)] : []),
    ...(request.q === '' ? [] : [searchText(resource, request.q)]),
  ];
}

function anyText(resource: AnyResource, groups: ListRequest['anyOf']): Sql {
  const each = groups.map((group) =>
    join(
      group.map((filter) => sql`(${filterText(resource, filter)})`),
      ' and ',
    ),
  );
  return sql`((${join(each, ') or (')}))`;
}

export function filterText(resource: AnyResource, { field, operator, values }: Filter): Sql {
  const column = raw(columnText(resource, field));
  const type = typeOfColumn(resource, field);
  const cast = raw(type);
  if (operator === 'null') return values[0] === 'true' ? sql`${column} is null` : sql`${column} is not null`;
  if (operator === 'like' || operator === 'starts') {
    const patterns = values.map((value) => `${operator === 'like' ? '%' : ''}${escapeLike(value.toLowerCase())}%`);
    return patterns.length === 1
      ? sql`lower(${column}::text) like ${patterns[0]}`
      : sql`lower(${column}::text) like any(${patterns}::text[])`;
  }
  if (operator === 'within') return sql`${column} >= ${values[0]}::${cast} and ${column} < ${values[1]}::${cast}`;
  if (operator === 'gte') return sql`${column} >= ${values[0]}::${cast}`;
  if (operator === 'lte') return sql`${column} <= ${values[0]}::${cast}`;
  if (type === 'jsonb') {
    // A field that holds a list matches when one of its elements is asked for.
    const holds = sql`exists (select 1 from jsonb_array_elements_text(case jsonb_typeof(${column}) when 'array' then ${column} else '[]' end) as "~one" where "~one" = any(${[...values]}::text[]))`;
    return operator === 'ne' ? sql`not ${holds}` : holds;
  }
  if (operator === 'ne')
    return values.length === 1
      ? sql`${column} is distinct from ${values[0]}::${cast}`
      : sql`(${column} is null or ${column} <> all(${[...values]}::${cast}[]))`;
  return values.length === 1
    ? sql`${column} = ${values[0]}::${cast}`
    : sql`(${column} = any(${[...values]}::${cast}[]) and ${column} is not null)`;
}

function searchText(resource: AnyResource, q: string): Sql {
  if (!resource.search?.length) throw invalid('q', `${pluralOf(resource)} cannot be searched.`);
  // The keys are found first, then read by the primary key, however many rows the table has.
  return sql`${ident(keyOf(resource).name)} = any(array(select ${ident(`search_${tableName(resource)}`)}(${searchPatterns(q)}::text[])))`;
}
