import { kindAt } from '../../src/kinds/kind-of';
import { invalid, problem } from '../../src/schemas/kit/problem';
import { keyOf, systemColumns, titleOf, type AnyResource, type AnyRow } from '../../src/schemas/kit/resource';
import { daysOf, isDay, isDayRange } from '../../src/schemas/kit/day-ranges';
import { lastRowByNumber } from '../../src/schemas/kit/list';
import {
  filtersOf,
  noSuchFilter,
  noSuchOrder,
  pagingNames,
  sortsOf,
  isYesOrNo,
  readFilter,
  takesNoValue,
  type ListFilter,
} from '../../src/schemas/kit/list-query';
import { addDays, dayOf, startOfDay } from '../domain/days';
import { columnType, defaultOrder, type ColumnType } from './tables/model';

/** A filter as the statement needs it. */
export interface Filter extends Omit<ListFilter, 'group'> {
  /** Of `between` and `nbetween`: the second edge is the first moment after the span. */
  readonly open?: true;
  /** What was asked, where the statement asks another field: `followup_overdue=no` is a span of `next_followup_at`. */
  readonly asked?: Omit<ListFilter, 'group'>;
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
  /** The same as they were sent: a filter that depends on the time of day ('overdue') is another one at the next page. */
  readonly named: readonly (readonly [name: string, values: readonly string[]])[];
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

/**
 * A list's query as the wire carries it, under any of its paging names (D-047), read into a ListRequest. Empty values count
 * as absent. Throws Problem 422 naming the query field for unknown names, fields that are not offered and values of a wrong type.
 */
export function readListRequest(resource: AnyResource, query: Readonly<AnyRow>, rules: ListRules = {}): ListRequest {
  const filters: Filter[] = [];
  const groups = new Map<number, Filter[]>();
  const named: [string, string[]][] = [];
  const offers = filtersOf(resource);
  for (const [name, value] of Object.entries(query)) {
    if (pagingNames.has(name) || rules.ignore?.has(name)) continue;
    const values = valuesOf(name, value);
    const read = readFilter(name, values, offers);
    if (!read) throw invalid(name, noSuchFilter(name));
    if (values.length === 0) continue;
    named.push([name, values]);
    const { group, ...asked } = read;
    const filter = checkedFilter(resource, asked, values, rules, name);
    if (group === undefined) filters.push(filter);
    else groups.set(group, [...(groups.get(group) ?? []), filter]);
  }
  if (filters.length + [...groups.values()].flat().length > mostFilters)
    throw invalid('filters', `A list can have up to ${mostFilters} filters at a time`);
  const one = (...names: string[]): string | undefined => {
    for (const name of names) {
      const [value] = valuesOf(name, query[name]);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const after = one('after');
  const before = one('before');
  if (after && before) throw invalid('before', 'Send either after or before');
  const count = one('count');
  if (count !== undefined && count !== 'exact') throw invalid('count', "count must be 'exact' or left out.");
  return {
    filters,
    anyOf: [...groups].sort(([a], [b]) => a - b).map(([, group]) => group),
    named,
    q: (one('q', 'search') ?? '').trim().slice(0, 200),
    order: orderOf(resource, one('_sort', 'sort'), one('_order', 'order')),
    ...windowOf(one, rules),
    ...(after ? { after } : {}),
    ...(before ? { before } : {}),
    count: count === 'exact' ? 'exact' : 'usual',
  };
}

/** The values of one name as texts, without empty ones; a body may contain other types. */
export function valuesOf(name: string, value: unknown): string[] {
  const values = [value].flat().filter((one) => one !== undefined && one !== null && one !== '');
  if (values.some((one) => typeof one === 'object')) throw invalid(name, `${name.slice(0, 60)} must be text or a number`);
  return values.map(String);
}

/** For a list whose statement is its own, in its own order: 422 with the query's name that is neither offered nor about pages. */
export function refuseOtherFilters(query: Readonly<AnyRow>, offered: readonly string[]): void {
  const isOther = ([name, value]: readonly [string, unknown]): boolean =>
    !offered.includes(name) && (name === 'q' || name === 'search' ? valuesOf(name, value).length > 0 : !pagingNames.has(name));
  const [other] = Object.entries(query).find(isOther) ?? [];
  if (other !== undefined) throw invalid(other, noSuchFilter(other));
  const [sort] = ['_sort', 'sort'].flatMap((name) => valuesOf(name, query[name]));
  if (sort !== undefined) throw invalid('_sort', noSuchOrder(sort));
}

function windowOf(one: (...names: string[]) => string | undefined, rules: ListRules): { limit: number; offset: number } {
  const whole = (name: string, text: string | undefined, least: number): number | undefined => {
    if (text === undefined) return undefined;
    if (!/^\d{1,9}$/.test(text) || Number(text) < least) throw invalid(name, `${name} must be a whole number from ${least}`);
    return Number(text);
  };
  const start = whole('_start', one('_start'), 0);
  const end = whole('_end', one('_end'), 1);
  const asked = end === undefined ? whole('limit', one('_limit', 'limit'), 1) : end - (start ?? 0);
  if (asked !== undefined && asked < 1) throw invalid('_end', '_end must be larger than _start');
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
  const offered = sortsOf(resource);
  const directions = (direction ?? '').toLowerCase().split(',');
  const orders = sort.split(',').map((name, index) => {
    const minus = name.startsWith('-');
    const field = minus ? name.slice(1) : name;
    if (!offered.has(field)) throw invalid('_sort', noSuchOrder(field));
    const word = directions[index] ?? directions[0] ?? '';
    if (!['', 'asc', 'desc', 'ascend', 'descend'].includes(word)) throw invalid('_order', 'The order must be asc or desc');
    const descending = minus || word.startsWith('desc');
    // many days are a time long ago
    return {
      field: field === 'id' ? keyOf(resource).name : field,
      descending: descending !== (resource.asked?.[field]?.days !== undefined),
    };
  });
  // a field named again orders nothing, and PostgreSQL takes 1,664 columns of a statement
  return orders.filter(({ field }, index) => orders.findIndex((one) => one.field === field) === index);
}

/** The filter of one name with every value looked at. Throws Problem 422 at that name. */
function checkedFilter(
  resource: AnyResource,
  { field, operator, values: written }: Omit<ListFilter, 'group'>,
  sent: readonly string[],
  { now = new Date(), zone = 'UTC' }: ListRules,
  name: string,
): Filter {
  const own = field === 'id' ? keyOf(resource).name : field;
  const title = titleOf(resource, own);
  const type = typeOfColumn(resource, own);
  const { kind, at } = kindAt(resource, own);
  const values = kind.stored ? written.map((value) => String(kind.stored?.(value, at))) : written;
  if (values.length > 1000) throw invalid(name, `${title}: the maximum is 1,000 values`);
  const { past, idle, days } = resource.asked?.[own] ?? {};
  if ((past ?? idle) && !takesNoValue(operator) && operator !== 'eq' && operator !== 'ne')
    throw invalid(name, `${title} is yes or no`);
  if (takesNoValue(operator) && !sent.every(isYesOrNo)) throw invalid(name, `${name.slice(0, 60)} must be true or false`);
  const asked = { field: own, operator, values };
  if (past) return { ...pastFilter(past, { ...asked, field: keyOf(resource).name }, now), asked };
  if (days) return { ...sinceFilter(resource, asked, now, name), asked };
  if (takesNoValue(operator)) return { field: own, operator, values };
  if ((operator === 'ina' || operator === 'nina') && type !== 'jsonb')
    throw invalid(name, `${title} has one value; 'ina' and 'nina' are for fields with a list of values`);
  if (comparing.has(operator)) {
    if (type === 'jsonb') throw invalid(name, `${title} has a list of values, which has no order`);
    if (values.length !== 1) throw invalid(name, `${title}: give one value to compare with`);
  }
  if (operator === 'between' || operator === 'nbetween')
    return { field: own, operator, ...spanOf(resource, own, values, now, zone, name) };
  const typed = operator === 'eq' || operator === 'ne' || comparing.has(operator);
  for (const value of values)
    if (typed) checkValue(resource, own, name, value);
    else if (value.includes('\0')) throw invalid(name, `${title} has a character that is not allowed`);
  return { field: own, operator, values };
}

/** Whether the time in a field has passed, as a question to that field: what has no time has not passed. */
function pastFilter(time: string, { field: key, operator, values }: Filter, now: Date): Filter {
  if (takesNoValue(operator)) return { field: key, operator, values: [] };
  const [yes, no] = ['yes', 'no'].map((word) => values.includes(word) === (operator === 'eq'));
  const moment = now.toISOString();
  if (yes === no) return { field: key, operator: yes ? 'nnull' : 'null', values: [] };
  return yes
    ? { field: time, operator: 'lt', values: [moment] }
    : { field: time, operator: 'nbetween', values: ['-infinity', moment], open: true };
}
const comparing: ReadonlySet<string> = new Set(['gt', 'gte', 'lt', 'lte']);

/** Days that have passed, as a question to the time from which they count: at least three is until three days ago. */
function sinceFilter(resource: AnyResource, { field, operator, values }: Filter, now: Date, name: string): Filter {
  if (takesNoValue(operator)) return { field: keyOf(resource).name, operator, values: [] };
  const title = titleOf(resource, field);
  const isSpan = operator === 'between' || operator === 'nbetween';
  if (!isSpan && !['eq', 'ne', ...comparing].includes(operator)) throw invalid(name, `${title} must be a whole number`);
  if (values.length !== (isSpan ? 2 : 1))
    throw invalid(name, isSpan ? `${title}: a span has two ends` : `${title}: give one value to compare with`);
  if (values.some((value) => !/^\d{1,5}$/.test(value))) throw invalid(name, `${title} must be a whole number`);
  const [first = 0, last = first] = values.map(Number);
  /** The last moment from which so many days have passed. */
  const until = (days: number, further = 0): string => new Date(now.getTime() - days * dayMs + further).toISOString();
  if (operator === 'gte') return { field, operator: 'lte', values: [until(first)] };
  if (operator === 'gt') return { field, operator: 'lte', values: [until(first + 1)] };
  if (operator === 'lte') return { field, operator: 'gt', values: [until(first + 1)] };
  if (operator === 'lt') return { field, operator: 'gt', values: [until(first)] };
  // Times have milliseconds: what is after a moment is at or after the next one.
  const span = { field, values: [until(last + 1, 1), until(first, 1)], open: true } as const;
  return { ...span, operator: operator === 'eq' || operator === 'between' ? 'between' : 'nbetween' };
}
const dayMs = 86_400_000;

/** 'last_7_days' as its two edges: days of a date, instants of a time in the tenant's zone. Two values are the edges themselves. */
function spanOf(
  resource: AnyResource,
  field: string,
  values: readonly string[],
  now: Date,
  zone: string,
  name: string,
): Pick<Filter, 'values' | 'open'> {
  const [range = '', last] = values;
  const type = typeOfColumn(resource, field);
  const title = titleOf(resource, field);
  if (last !== undefined) {
    if (values.length > 2 || type === 'jsonb') throw invalid(name, `${title}: a span has two ends`);
    for (const value of values) checkValue(resource, field, name, value);
    return { values };
  }
  if (!isDayRange(range) || !(type === 'date' || type.startsWith('timestamp')))
    throw invalid(name, `${title}: '${range.slice(0, 40)}' is not a date range`);
  const [first, end] = daysOf(range, dayOf(now, zone));
  const after = addDays(end, 1);
  return {
    values: type === 'date' ? [first, after] : [first, after].map((day) => startOfDay(day, zone).toISOString()),
    open: true,
  };
}

/** The type of any column of a resource, its key and the system columns included. */
export function typeOfColumn(resource: AnyResource, name: string): ColumnType {
  if (name === keyOf(resource).name) return keyOf(resource).type === 'integer' ? 'bigint' : 'text';
  if (name === 'row_version') return 'bigint';
  if (name === 'created_by' || name === 'updated_by') return 'text';
  if (systemColumns.some((one) => one === name) || resource.asked?.[name]?.days) return 'timestamp(3) with time zone';
  return columnType(resource.fields.properties[name]!);
}

function checkValue(resource: AnyResource, field: string, name: string, value: string): void {
  const title = titleOf(resource, field);
  if (value.includes('\0')) throw invalid(name, `${title} has a character that is not allowed`);
  switch (typeOfColumn(resource, field)) {
    case 'bigint':
      if (!/^-?\d{1,15}$/.test(value)) throw invalid(name, `${title} must be a whole number`);
      return;
    case 'numeric':
      if (!/^-?\d{1,15}(\.\d{1,15})?$/.test(value)) throw invalid(name, `${title} must be a number`);
      return;
    case 'boolean':
      if (!['true', 'false', '1', '0'].includes(value)) throw invalid(name, `${title} must be true or false`);
      return;
    case 'date':
    case 'timestamp(3) with time zone':
      if (!isMoment(value)) throw invalid(name, `${title} must be a date`);
      return;
    default:
  }
}

/** A day of the calendar, alone or with a time, as the database reads it too. */
const isMoment = (text: string): boolean =>
  /^.{10}([T ][\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));
