import { invalid, problem } from '../../src/schemas/kit/problem';
import { keyOf, systemColumns, titleOf, type AnyResource, type AnyRow } from '../../src/schemas/kit/resource';
import { daysOf, isDayRange } from '../../src/schemas/kit/day-ranges';
import { addDays, dayOf, startOfDay } from '../domain/days';
import { columnType, defaultOrder, type ColumnType } from './tables/model';

const namedOperators = ['ne', 'gte', 'lte', 'like', 'starts', 'null', 'within'] as const;
const behindName = new RegExp(`^(.+)_(${namedOperators.join('|')})$`);
export type FilterOperator = 'is' | (typeof namedOperators)[number];
export interface Filter {
  readonly field: string;
  readonly operator: FilterOperator;
  /**
   * `is`, `like` and `starts` with several values mean any of them, `ne` none of them; `null` has one: 'true' or 'false';
   * `within` has two: the first instant (or day) of a span, and the first one after it.
   */
  readonly values: readonly string[];
}
export interface Order {
  readonly field: string;
  readonly descending: boolean;
}
export interface ListRequest {
  /** All of these. */
  readonly filters: readonly Filter[];
  /** And one of these groups, of which every filter must hold; empty: no further condition. */
  readonly anyOf: readonly (readonly Filter[])[];
  readonly q: string;
  readonly order: readonly Order[];
  readonly limit: number;
  readonly offset: number;
  readonly after?: string;
  readonly before?: string;
  /** 'none': nobody looks at the total. */
  readonly count: 'usual' | 'exact' | 'none';
  /** Long texts and large JSON come along, which a page of a list leaves out (TRUST-S35): a hundred of them are 20 MB. */
  readonly whole?: boolean;
}
export interface ListRules {
  /** The page size when none is asked for (10), and the largest allowed (100). */
  readonly limit?: number;
  readonly maxLimit?: number;
  /** Query names that belong to someone else: the wire's own constants, hooks. */
  readonly ignore?: ReadonlySet<string>;
  /** What 'today' is: the moment and the tenant's zone (`created_at_within=last_7_days`). */
  readonly now?: Date;
  readonly zone?: string;
}

/** Rows and groups of one list that people can still read. */
const mostFilters = 60;

/** Rows are reached by number up to here, by cursor beyond (D-047). */
export const lastRowByNumber = 10_000;

/**
 * A list's query as the wire carries it, under any of its paging names (D-047), read into a ListRequest. Empty values count
 * as absent. Throws Problem 422 naming the query field for unknown names, fields that are not offered and values of a wrong type.
 */
export function readListRequest(resource: AnyResource, query: Readonly<AnyRow>, rules: ListRules = {}): ListRequest {
  const filters: Filter[] = [];
  const groups = new Map<string, Filter[]>();
  for (const [name, value] of Object.entries(query)) {
    if (pagingNames.has(name) || rules.ignore?.has(name)) continue;
    const values = valuesOf(name, value);
    const [, group, own = name] = /^([1-9]\d?)-(.+)$/.exec(name) ?? [];
    const filter = filterOf(resource, own, values, rules, name);
    if (values.length === 0) continue;
    if (group === undefined) filters.push(filter);
    else groups.set(group, [...(groups.get(group) ?? []), filter]);
  }
  if (filters.length + [...groups.values()].flat().length > mostFilters)
    throw invalid('filters', `A list can have up to ${mostFilters} filters at a time.`);
  const one = (...names: string[]): string | undefined => {
    for (const name of names) {
      const [value] = valuesOf(name, query[name]);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const after = one('after');
  const before = one('before');
  if (after && before) throw invalid('before', 'Send either after or before.');
  const count = one('count');
  if (count !== undefined && count !== 'exact') throw invalid('count', "count must be 'exact' or left out.");
  return {
    filters,
    anyOf: [...groups].sort(([a], [b]) => Number(a) - Number(b)).map(([, group]) => group),
    q: (one('q', 'search') ?? '').trim().slice(0, 200),
    order: orderOf(resource, one('_sort', 'sort'), one('_order', 'order')),
    ...windowOf(one, rules),
    ...(after ? { after } : {}),
    ...(before ? { before } : {}),
    count: count === 'exact' ? 'exact' : 'usual',
  };
}

/** The values of one name as texts, without empty ones; a body may contain other types. */
function valuesOf(name: string, value: unknown): string[] {
  const values = [value].flat().filter((one) => one !== undefined && one !== null && one !== '');
  if (values.some((one) => typeof one === 'object')) throw invalid(name, `${name.slice(0, 60)} must be text or a number.`);
  return values.map(String);
}

const pagingNames = new Set(
  '_labels _start _end _limit _sort _order after before count q search limit offset page page_number page_no sort order'.split(
    ' ',
  ),
);

function windowOf(one: (...names: string[]) => string | undefined, rules: ListRules): { limit: number; offset: number } {
  const whole = (name: string, text: string | undefined, least: number): number | undefined => {
    if (text === undefined) return undefined;
    if (!/^\d{1,9}$/.test(text) || Number(text) < least) throw invalid(name, `${name} must be a whole number from ${least}.`);
    return Number(text);
  };
  const start = whole('_start', one('_start'), 0);
  const end = whole('_end', one('_end'), 1);
  const asked = end === undefined ? whole('limit', one('_limit', 'limit'), 1) : end - (start ?? 0);
  if (asked !== undefined && asked < 1) throw invalid('_end', '_end must be larger than _start.');
  const limit = Math.min(asked ?? rules.limit ?? 10, rules.maxLimit ?? 100);
  const page = whole('page_number', one('page_number', 'page', 'page_no'), 0);
  const offset = start ?? whole('offset', one('offset'), 0) ?? (Math.max(page ?? 1, 1) - 1) * limit;
  if (offset > lastRowByNumber)
    throw problem(422, 'Use the cursor of the previous page to read rows after the 10,000th.', [
      { path: start === undefined ? 'page_number' : '_start', message: 'Too far. Narrow the list, or go page by page.' },
    ]);
  return { limit, offset };
}

function orderOf(resource: AnyResource, sort: string | undefined, direction: string | undefined): Order[] {
  if (sort === undefined) return [defaultOrder(resource)];
  const offered = new Set<string>([...(resource.sort ?? []), defaultOrder(resource).field, keyOf(resource).name, 'id']);
  const directions = (direction ?? '').toLowerCase().split(',');
  return sort.split(',').map((name, index) => {
    const minus = name.startsWith('-');
    const field = minus ? name.slice(1) : name;
    if (!offered.has(field)) throw invalid('_sort', `This list cannot be sorted by '${field.slice(0, 60)}'.`);
    const word = directions[index] ?? directions[0] ?? '';
    if (!['', 'asc', 'desc', 'ascend', 'descend'].includes(word)) throw invalid('_order', 'The order must be asc or desc.');
    return { field: field === 'id' ? keyOf(resource).name : field, descending: minus || word.startsWith('desc') };
  });
}

function filterOf(
  resource: AnyResource,
  name: string,
  given: readonly string[],
  { now = new Date(), zone = 'UTC' }: ListRules,
  sentAs: string,
): Filter {
  const offered = new Set<string>([...(resource.filter ?? []), keyOf(resource).name, 'id']);
  const match = offered.has(name) ? null : behindName.exec(name);
  const field = match?.[1] ?? name;
  const operator: FilterOperator = namedOperators.find((one) => one === match?.[2]) ?? 'is';
  if (!offered.has(field)) throw invalid(sentAs, `This list has no filter '${name.slice(0, 60)}'.`);
  const own = field === 'id' ? keyOf(resource).name : field;
  if (given.length > 1000) throw invalid(sentAs, `${titleOf(resource, own)}: the maximum is 1,000 values.`);
  if (operator === 'within') return { field: own, operator, values: spanOf(resource, own, given[0], now, zone, sentAs) };
  if (operator === 'null') {
    for (const value of given) if (!['true', 'false'].includes(value)) throw invalid(sentAs, `${name} must be true or false.`);
  } else if (operator === 'like' || operator === 'starts') {
    for (const value of given)
      if (value.includes('\0')) throw invalid(sentAs, `${titleOf(resource, own)} has a character that is not allowed.`);
  } else for (const value of given) checkValue(resource, own, sentAs, value);
  return { field: own, operator, values: given };
}

/** The span 'last_7_days' as two edges: days of a date, instants of a time in the tenant's zone. */
function spanOf(
  resource: AnyResource,
  field: string,
  range: string | undefined,
  now: Date,
  zone: string,
  name: string,
): readonly string[] {
  if (range === undefined) return [];
  const type = typeOfColumn(resource, field);
  if (!isDayRange(range) || !(type === 'date' || type.startsWith('timestamp')))
    throw invalid(name, `${titleOf(resource, field)}: '${range.slice(0, 40)}' is not a date range.`);
  const [first, last] = daysOf(range, dayOf(now, zone));
  const after = addDays(last, 1);
  return type === 'date' ? [first, after] : [first, after].map((day) => startOfDay(day, zone).toISOString());
}

/** The type of any column of a resource, its key and the system columns included. */
export function typeOfColumn(resource: AnyResource, name: string): ColumnType {
  if (name === keyOf(resource).name) return keyOf(resource).type === 'integer' ? 'bigint' : 'text';
  if (name === 'row_version') return 'bigint';
  if (name === 'created_by' || name === 'updated_by') return 'text';
  if (systemColumns.some((one) => one === name)) return 'timestamp(3) with time zone';
  return columnType(resource.fields.properties[name]!);
}

function checkValue(resource: AnyResource, field: string, name: string, value: string): void {
  const title = titleOf(resource, field);
  if (value.includes('\0')) throw invalid(name, `${title} has a character that is not allowed.`);
  switch (typeOfColumn(resource, field)) {
    case 'bigint':
      if (!/^-?\d{1,15}$/.test(value)) throw invalid(name, `${title} must be a whole number.`);
      return;
    case 'numeric':
      if (!/^-?\d{1,15}(\.\d{1,15})?$/.test(value)) throw invalid(name, `${title} must be a number.`);
      return;
    case 'boolean':
      if (!['true', 'false', '1', '0'].includes(value)) throw invalid(name, `${title} must be true or false.`);
      return;
    case 'date':
    case 'timestamp(3) with time zone':
      if (!/^\d{4}-\d\d-\d\d([T ][\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/.test(value) || Number.isNaN(Date.parse(value)))
        throw invalid(name, `${title} must be a date.`);
      return;
    default:
  }
}
