import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { customKey } from '../../src/schemas/kit/custom-fields';
import { keyOf, type AnyResource } from '../../src/schemas/kit/resource';
import { entriesOf, entryCondition, isShortened, keptAs, keysText, type KeptAs } from './custom-lookup';
import { ident } from './identifiers';
import { isIndexed } from './list-count';
import { madeUntil } from './list-filters';
import { typeOfColumn, type Filter } from './list-request';
import {
  beyondText,
  narrowPage,
  orderText,
  pageStatement,
  positionText,
  windowOf,
  type PageAsked,
  type Part,
} from './page-statement';
import { customTable } from './tables/custom-index';
import { columnText } from './tables/model';

interface Asked extends PageAsked {
  readonly resource: AnyResource;
  readonly tenantId: string;
  /** The predicate of the request with these filters instead of its own. */
  readonly without: (filters: readonly Filter[]) => Sql;
}
const index = raw(`"${customTable}"`);

/**
 * A page that the index of custom values serves (ADR 12): in the order of a custom field, newest first among the rows with one
 * value, or among few rows in any order, which may also be those of a span of time. Undefined where nothing of this is asked. The count is not its business.
 */
export function customPage(
  resource: AnyResource,
  tenantId: string,
  page: PageAsked,
  { scope, without }: { readonly scope: Sql | null; readonly without: Asked['without'] },
): Sql | undefined {
  const { request } = page;
  if (request.q !== '') return undefined;
  const asked: Asked = { ...page, resource, tenantId, without };
  const [order] = request.order;
  const kept = request.order.length === 1 ? keptAs(resource, order!.field) : undefined;
  if (kept && isSortable(resource, order!.field)) return inFieldOrder(asked, kept);
  const served = request.filters.filter((filter) => entryCondition(resource, filter) !== undefined);
  const isNewest = request.order.length === 1 && order!.field === 'created_at';
  const one = served.find((filter) => isNewest && hasOneValue(resource, filter));
  // Whose rows they are is an index too, and which of the two has fewer rows nobody knows before.
  if (one && !scope) return amongOneValue(asked, one);
  return served[0] ? amongFew(asked, served[0], isNewest) : amongTimes(asked, scope);
}

const isSortable = (resource: AnyResource, name: string): boolean => typeOfColumn(resource, name) !== 'jsonb';
const hasOneValue = (resource: AnyResource, { field, operator, values }: Filter): boolean =>
  operator === 'eq' && values.length === 1 && keptAs(resource, field) === 'text';

/** Entries in order, each with its row; then the rows that have no value, read only when the entries do not fill the page. */
function inFieldOrder(asked: Asked, kept: KeptAs): Sql {
  const { resource, request, at, back, columns, alongside, without } = asked;
  const { field, descending } = request.order[0]!;
  const { offset, take } = windowOf(asked);
  const column = raw(kept === 'text' ? '"folded"' : `"${kept}"`);
  const type = raw({ text: 'text', number: 'double precision', time: 'timestamp(3) with time zone' }[kept]);
  const key = ident(keyOf(resource).name);
  const parts = [partOf('"~value"', type, descending), partOf('"~row"', sql`text`, descending)];
  const keyPart = [{ ...parts[1]!, expression: key }];

  const own = request.filters.filter((filter) => filter.field === field && entryCondition(resource, filter) !== undefined);
  const conditions = own.map((filter) => sql` and ${entryCondition(resource, filter)!}`);
  const rest = request.filters.filter((filter) => !own.includes(filter) || isShortened(resource, field));
  const match = without(rest);
  const inEmpty = at !== undefined && at[0] === null;
  const entries = sql`${index} where ${entriesOf(resource, asked.tenantId, field)} and ${column} is not null${conditions.reduce((a, b) => sql`${a}${b}`, empty)}`;
  const filled = sql`select ${columns}, ${positionText(parts)}, 0 as "~phase", "~value" as "~by"
    from (select "row_key" as "~row", ${column} as "~value" from ${entries}) as "~v" join ${asked.from} on ${key} = "~row"
    where ${match}${at && !inEmpty ? sql` and ${beyondText(parts, at, back)}` : empty}
    order by ${orderText(parts, back)} limit ${take + offset}`;
  const isEmpty = emptyText(resource, field, kept);
  const gate = back ? empty : sql` and (select count(*) from "~filled") < ${take + offset}`;
  const empties = sql`select ${columns}, null::text as "~at_0", (${key})::text as "~at_1", 1 as "~phase", null::${type} as "~by"
    from ${asked.from} where ${match} and ${isEmpty}${gate}${at && inEmpty ? sql` and ${beyondText(keyPart, at.slice(1), back)}` : empty}
    order by ${orderText(keyPart, back)} limit ${take + offset}`;

  const hasEmpties = own.length === 0 && !(back && !inEmpty);
  const hasFilled = !(inEmpty && !back);
  const phases =
    hasFilled && hasEmpties
      ? sql`(select * from "~filled") union all (${empties})`
      : hasFilled
        ? sql`select * from "~filled"`
        : empties;
  const direction = raw(descending !== back ? 'desc' : 'asc');
  // Without the first phase nothing counts it.
  const before = sql`with "~filled" as materialized (${hasFilled ? filled : sql`select where false`}) `;
  return sql`${before}select *${alongside} from (${phases}) as "~page"
    order by "~phase" ${raw(back ? 'desc' : 'asc')}, "~by" ${direction}, ${orderText(keyPart, back)} limit ${take} offset ${offset}`;
}

function emptyText(resource: AnyResource, field: string, kept: KeptAs): Sql {
  const text = columnText(resource, field);
  if (customKey(field) === undefined) return sql`${raw(text)} is null`;
  const stored = raw(text.replace(/::.*$/, ''));
  return kept === 'time' ? sql`custom_time(${stored}) is null` : sql`${stored} is null`;
}

const partOf = (name: string, type: Sql, descending: boolean): Part => ({
  expression: raw(name),
  type,
  descending,
  nullable: false,
});

const madeParts = (descending: boolean): Part[] => [
  partOf('"~made"', sql`timestamp(3) with time zone`, descending),
  partOf('"~row"', sql`text`, descending),
];

/** Entries of one value stand newest first; each brings its row. */
function amongOneValue(asked: Asked, filter: Filter): Sql {
  const { resource, request } = asked;
  const { descending } = request.order[0]!;
  const entries = sql`${index} where ${entriesOf(resource, asked.tenantId, filter.field)} and ${entryCondition(resource, filter)!}`;
  return pageStatement({
    ...asked,
    from: sql`(select "row_key" as "~row", "created_at" as "~made" from ${entries}) as "~v" join ${asked.from} on ${ident(keyOf(resource).name)} = "~row"`,
    match: asked.without(request.filters.filter((one) => one !== filter || isShortened(resource, filter.field))),
    parts: madeParts(descending),
  });
}

/** More rows than these are met soon in any order. */
const few = 2_000;
const keys = sql`"~keys"`;
const count = sql`(select count(*) from ${keys})`;
const isFew = sql`${count} <= ${raw(String(few))}`;
const isMany = sql`${count} > ${raw(String(few))}`;

/** Few rows are read by their keys and sorted; where there are many, the list is read in its order until the page is full. */
function amongFew(asked: Asked, filter: Filter, isNewest: boolean): Sql {
  const { resource, tenantId, match, from, request } = asked;
  const key = ident(keyOf(resource).name);
  // What the entries answer for the whole field nobody asks the rows again.
  const same = request.filters.filter(({ field }) => field === filter.field);
  const isOnce = isSortable(resource, filter.field);
  const isAnswered =
    !isShortened(resource, filter.field) &&
    (same.length === 1 || isOnce) &&
    same.every((one) => entryCondition(resource, one) !== undefined);
  const rest = isAnswered ? asked.without(request.filters.filter((one) => !same.includes(one))) : match;
  // What was made when is in the entries: newest first needs no more rows than it shows.
  const found =
    isNewest && isOnce
      ? pageStatement({
          ...asked,
          from: sql`(select "row_key" as "~row", "created_at" as "~made" from ${keys}) as "~v" join ${from} on ${key} = "~row"`,
          match: sql`${rest} and ${isFew}`,
          parts: madeParts(request.order[0]!.descending),
        })
      : amongKeys(asked, rest);
  const many = isNewest && isOnce && isAnswered ? newestOfMany(asked, same, rest) : inListOrder(asked);
  return sql`with ${keys} as materialized (${keysText(resource, tenantId, filter, { most: few + 1, filters: request.filters })!})${many.met}
    select * from (${found}) as "~few" union all ${many.rows}`;
}

const amongKeys = (asked: Asked, rest: Sql): Sql => {
  const key = ident(keyOf(asked.resource).name);
  return narrowPage({ ...asked, match: sql`${rest} and ${isFew} and ${key} = any(array(select "row_key" from ${keys}))` }, key);
};

/** Rows of a page where there are many, and what stands before the statement for them. */
interface Many {
  readonly met: Sql;
  readonly rows: Sql;
}
const inListOrder = (asked: Asked): Many => ({
  met: empty,
  rows: sql`select * from (${pageStatement({ ...asked, match: sql`${asked.match} and ${isMany}` })}) as "~many"`,
});

/** Rows of the list that are looked at one by one for a page. */
const lookedAt = 5_000;

/**
 * Newest first, a page is mostly full after some rows of the list. Where all that match are old, the list would be read to its end:
 * the entries, which tell when each row was made, are sorted instead.
 */
function newestOfMany(asked: Asked, same: readonly Filter[], rest: Sql): Many {
  const { resource, tenantId, match, from, parts, at, back, alongside, request } = asked;
  const { take } = windowOf(asked);
  const bounds = [
    asked.without([]),
    ...same.flatMap((filter) => madeUntil(resource, filter) ?? []),
    ...(at ? [beyondText(parts, at, back)] : []),
  ];
  const first = sql`select * from ${from} where ${join(bounds, ' and ')} and ${isMany} order by ${orderText(parts, back)} limit ${raw(String(lookedAt))}`;
  const met = pageStatement({ ...asked, alongside: empty, from: sql`(${first}) as ${from}`, match });
  const isFull = sql`(select count(*) from "~met") >= ${take}`;
  const conditions = same.map((filter) => sql` and ${entryCondition(resource, filter)!}`).reduce((a, b) => sql`${a}${b}`, empty);
  const made = madeParts(request.order[0]!.descending);
  const sorted = sql`select "row_key" as "~row", "created_at" as "~made" from ${index}
    where ${entriesOf(resource, tenantId, same[0]!.field)}${conditions} order by ${orderText(made, back)} offset 0`;
  const others = pageStatement({
    ...asked,
    from: sql`(${sorted}) as "~v" join ${from} on ${ident(keyOf(resource).name)} = "~row"`,
    match: sql`${rest} and ${isMany} and not ${isFull}`,
    parts: made,
  });
  return {
    met: sql`, "~met" as materialized (${met})`,
    rows: sql`select *${alongside} from "~met" where ${isFull} union all select * from (${others}) as "~old"`,
  };
}

/**
 * A span of time that the table's own index holds: where few rows are in it, as of the overdue, they are sorted, and the list is
 * not read to its end for them. Undefined where something else narrows the list, or it is in the order of that time.
 */
function amongTimes(asked: Asked, scope: Sql | null): Sql | undefined {
  const { resource, request, from } = asked;
  const [first] = request.filters;
  if (!first || scope || !resource.capped || request.anyOf.length > 0) return undefined;
  const isOwnTime =
    resource.sort?.includes(first.field) && resource.asked?.[first.field] === undefined && customKey(first.field) === undefined;
  if (!isOwnTime || !typeOfColumn(resource, first.field).startsWith('timestamp')) return undefined;
  if (request.order.some(({ field }) => field === first.field)) return undefined;
  if (request.filters.some((filter) => filter.field !== first.field || filter.operator === 'eq' || !isIndexed(filter)))
    return undefined;
  const found = sql`select ${ident(keyOf(resource).name)} as "row_key" from ${from} where ${asked.match} limit ${raw(String(few + 1))}`;
  return sql`with ${keys} as materialized (${found})
    select * from (${amongKeys(asked, asked.without([]))}) as "~few" union all ${inListOrder(asked).rows}`;
}
