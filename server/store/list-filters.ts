import sql, { join, raw, type Sql } from 'sql-template-tag';
import { invalid } from '../../src/schemas/kit/problem';
import { isOnlySearched, type ListOperator } from '../../src/schemas/kit/list-query';
import { keyOf, pluralOf, type AnyResource } from '../../src/schemas/kit/resource';
import { ident, tableName } from './identifiers';
import { typeOfColumn, type Filter, type ListRequest } from './list-request';
import { escapeLike, searchPatterns } from './search-patterns';
import { idleText } from './tables/asked-text';
import { columnText } from './tables/model';

type Conditions = Pick<ListRequest, 'filters' | 'anyOf' | 'q'>;

/** The request's own filters, in addition to tenant and scope, one predicate each. */
export function filterParts(resource: AnyResource, request: Conditions): Sql[] {
  const patterns = searchedFor(resource, request);
  return [...plainParts(resource, request), ...(patterns ? [foundText(resource, patterns)] : [])];
}

/** Those without the search. */
export const plainParts = (resource: AnyResource, request: Conditions): Sql[] => [
  ...request.filters.map((filter) => filterText(resource, filter)),
  ...(request.anyOf.length ? [anyText(resource, request.anyOf)] : []),
];

function anyText(resource: AnyResource, groups: ListRequest['anyOf']): Sql {
  const each = groups.map((group) =>
    join(
      group.map((filter) => sql`(${filterText(resource, filter)})`),
      ' and ',
    ),
  );
  return sql`((${join(each, ') or (')}))`;
}

export function filterText(resource: AnyResource, filter: Filter): Sql {
  const about = resource.asked?.[filter.field];
  if (about?.idle) return yesNoText(raw(idleText(about)), filter);
  const text = plainText(resource, filter);
  const until = madeUntil(resource, filter);
  return until ? sql`${text} and ${until}` : text;
}

/** No days begin before the row was made: newest first, younger rows are passed over. */
export function madeUntil(resource: AnyResource, { field, operator, values }: Filter): Sql | undefined {
  if (!resource.asked?.[field]?.days || (operator !== 'lte' && operator !== 'between')) return undefined;
  return sql`"created_at" <= ${values.at(-1)}::timestamp(3) with time zone`;
}

function plainText(resource: AnyResource, filter: Filter): Sql {
  const { field, operator, values } = filter;
  const column = raw(columnText(resource, field));
  const type = typeOfColumn(resource, field);
  const cast = raw(type);
  if (operator === 'null') return sql`${column} is null`;
  if (operator === 'nnull') return sql`${column} is not null`;
  const [, not, place, cased] = textual.exec(operator) ?? [];
  if (place) {
    const like = (text: Sql): Sql => anyLike(cased ? text : sql`lower(${text})`, values.map(patternOf(place, cased === 's')));
    // of a list each of its elements, not the brackets and quotes around them
    const found =
      type === 'jsonb'
        ? sql`exists (select 1 from ${elementsOf(column)} as "~one" where ${like(sql`"~one"`)})`
        : like(sql`${column}::text`);
    return not ? sql`(${column} is null or not ${found})` : found;
  }
  if (operator === 'between' || operator === 'nbetween') {
    const span = spanText(column, filter, cast);
    return operator === 'between' ? span : sql`(${column} is null or not (${span}))`;
  }
  const sign = signs[operator];
  if (sign) return sql`${column} ${raw(sign)} ${values[0]}::${cast}`;
  if (type === 'jsonb') {
    const held = elementsOf(column);
    // A field that holds a list matches when one of its elements is asked for; with `ina` when all that are asked for are there.
    const holds =
      operator === 'ina' || operator === 'nina'
        ? sql`array(select ${held}) @> ${[...values]}::text[]`
        : sql`exists (select 1 from ${held} as "~one" where "~one" = any(${[...values]}::text[]))`;
    return operator.startsWith('n') ? sql`not ${holds}` : holds;
  }
  if (operator === 'ne')
    return values.length === 1
      ? sql`${column} is distinct from ${values[0]}::${cast}`
      : sql`(${column} is null or ${column} <> all(${[...values]}::${cast}[]))`;
  return values.length === 1
    ? sql`${column} = ${values[0]}::${cast}`
    : sql`(${column} = any(${[...values]}::${cast}[]) and ${column} is not null)`;
}

const elementsOf = (column: Sql): Sql =>
  sql`jsonb_array_elements_text(case jsonb_typeof(${column}) when 'array' then ${column} else '[]' end)`;

/** A condition that is never unknown, as the index of its rows has it. */
function yesNoText(condition: Sql, { operator, values }: Filter): Sql {
  const asked = operator === 'nnull' || operator === 'null' ? ['yes', 'no'] : values;
  const isNot = operator === 'ne' || operator === 'null';
  const [yes, no] = ['yes', 'no'].map((word) => asked.includes(word) !== isNot);
  return yes === no ? (yes ? sql`true` : sql`false`) : yes ? condition : sql`not coalesce(${condition}, false)`;
}

/** What compares with one value, as SQL writes it. */
export const signs: Readonly<Partial<Record<ListOperator, string>>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };
/** n: not, s: upper and lower case differ. */
const textual = /^(n?)(contains|startswith|endswith)(s?)$/;

const patternOf =
  (place: string, cased: boolean) =>
  (value: string): string =>
    `${place === 'startswith' ? '' : '%'}${escapeLike(cased ? value : value.toLowerCase())}${place === 'endswith' ? '' : '%'}`;

const anyLike = (text: Sql, patterns: string[]): Sql =>
  patterns.length === 1 ? sql`${text} like ${patterns[0]}` : sql`${text} like any(${patterns}::text[])`;

/** From the first edge up to the second, or up to before it. */
export const spanText = (column: Sql, { values, open }: Filter, cast: Sql): Sql =>
  sql`${column} >= ${values[0]}::${cast} and ${column} ${raw(open ? '<' : '<=')} ${values[1]}::${cast}`;

/**
 * The patterns that a row's search text has to meet, as what was typed asks for them, and parts of searched texts: the search's index
 * finds the rows that may have these, where their words are long enough for it. Undefined where nothing is searched.
 */
export function searchedFor(resource: AnyResource, { filters, q }: Pick<Conditions, 'filters' | 'q'>): string[] | undefined {
  if (q !== '' && !resource.search?.length) throw invalid('q', `${pluralOf(resource)} cannot be searched`);
  const words = filters.flatMap(({ field, operator, values: [text = '', ...others] }) =>
    operator === 'contains' && !others.length && isOnlySearched(resource, field)
      ? text.split(/\s+/).filter((word) => word.length > 2)
      : [],
  );
  const patterns = [...searchPatterns(q), ...searchPatterns(words.join(' '))];
  return patterns.length ? patterns : undefined;
}

/** A row by itself: the order of a list leads to it. */
export function likeText(resource: AnyResource, patterns: readonly string[]): Sql {
  return sql`${textOf(resource)} like all(${[...patterns]}::text[])`;
}

/** A view has no search text of its own; its other conditions leave few rows. */
function textOf(resource: AnyResource): Sql {
  if (resource.store !== 'view') return sql`"search_text"`;
  const fields = (resource.search ?? []).map((name) => sql`' ' || coalesce(${ident(name)}::text, '')`);
  return sql`lower(${join(fields, ' || ')})`;
}

/** The keys of the rows that the search's index finds, one more than `most`; without it all of them. */
export const keysFound = (resource: AnyResource, patterns: readonly string[], most?: number): Sql =>
  sql`${ident(`search_${tableName(resource)}`)}(${[...patterns]}::text[], ${most === undefined ? null : most + 1}::bigint)`;

/** The keys are found first, then read by the primary key, however many rows the table has. */
export const foundText = (resource: AnyResource, patterns: readonly string[]): Sql =>
  resource.store === 'view'
    ? likeText(resource, patterns)
    : sql`${ident(keyOf(resource).name)} = any(array(select ${keysFound(resource, patterns)}))`;
