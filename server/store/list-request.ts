import { invalid, problem } from '../../src/schemas/kit/problem';
import { keyOf, systemColumns, titleOf, type AnyResource } from '../../src/schemas/kit/resource';
import { columnType, defaultOrder, type ColumnType } from './tables/model';

export type FilterOperator = 'is' | 'ne' | 'gte' | 'lte' | 'like' | 'null';
export interface Filter {
  readonly field: string;
  readonly operator: FilterOperator;
  /** `is` with several values means any of them; `null` has one: 'true' or 'false'. */
  readonly values: readonly string[];
}
export interface Order {
  readonly field: string;
  readonly descending: boolean;
}
export interface ListRequest {
  readonly filters: readonly Filter[];
  readonly q: string;
  readonly order: readonly Order[];
  readonly limit: number;
  readonly offset: number;
  readonly after?: string;
  readonly before?: string;
  readonly count: 'usual' | 'exact';
}
export interface ListRules {
  /** The page size when none is asked for (10), and the largest allowed (100). */
  readonly limit?: number;
  readonly maxLimit?: number;
  /** Query names that belong to somebody else: the wire's own constants, hooks. */
  readonly ignore?: ReadonlySet<string>;
}

/** Rows are reached by number up to here, by cursor beyond (D-047). */
export const lastRowByNumber = 10_000;

/**
 * A list's query as the wire carries it, under any of its paging names (D-047), read into a ListRequest. Empty values count
 * as absent. Throws Problem 422 naming the query field for unknown names, fields that are not offered and values of a wrong type.
 */
export function readListRequest(
  resource: AnyResource,
  query: Readonly<Record<string, unknown>>,
  rules: ListRules = {},
): ListRequest {
  const filters: Filter[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (pagingNames.has(name) || rules.ignore?.has(name)) continue;
    const values = [value].flat().filter((one) => one !== undefined && one !== null && one !== '');
    const filter = filterOf(resource, name, values.map(String));
    if (values.length > 0) filters.push(filter);
  }
  const one = (...names: string[]): string | undefined => {
    for (const name of names) {
      const value = [query[name]].flat()[0];
      if (value !== undefined && value !== null && value !== '') return String(value);
    }
    return undefined;
  };
  const after = one('after');
  const before = one('before');
  if (after && before) throw invalid('before', 'Send after or before, not both.');
  const count = one('count');
  if (count !== undefined && count !== 'exact') throw invalid('count', 'count is exact or absent.');
  return {
    filters,
    q: (one('q', 'search') ?? '').trim().slice(0, 200),
    order: orderOf(resource, one('_sort', 'sort'), one('_order', 'order')),
    ...windowOf(one, rules),
    ...(after ? { after } : {}),
    ...(before ? { before } : {}),
    count: count === 'exact' ? 'exact' : 'usual',
  };
}

const pagingNames = new Set(
  '_start _end _limit _sort _order after before count q search limit offset page page_number page_no sort order'.split(' '),
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
    throw problem(422, 'Rows after the 10,000th are reached by the cursor of the page before.', [
      { path: start === undefined ? 'page_number' : '_start', message: 'Too far. Narrow the list or go on page by page.' },
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
    if (!['', 'asc', 'desc', 'ascend', 'descend'].includes(word)) throw invalid('_order', 'The order is asc or desc.');
    return { field: field === 'id' ? keyOf(resource).name : field, descending: minus || word.startsWith('desc') };
  });
}

function filterOf(resource: AnyResource, name: string, values: readonly string[]): Filter {
  const offered = new Set<string>([...(resource.filter ?? []), keyOf(resource).name, 'id']);
  const match = offered.has(name) ? null : /^(.+)_(ne|gte|lte|like|null)$/.exec(name);
  const field = match?.[1] ?? name;
  const operator = (match?.[2] ?? 'is') as FilterOperator;
  if (!offered.has(field)) throw invalid(name, `This list has no filter '${name.slice(0, 60)}'.`);
  const own = field === 'id' ? keyOf(resource).name : field;
  if (operator === 'null') {
    for (const value of values) if (!['true', 'false'].includes(value)) throw invalid(name, `${name} is true or false.`);
  } else if (operator !== 'like') for (const value of values) checkValue(resource, own, name, value);
  if (values.length > 1000) throw invalid(name, `${titleOf(resource, own)}: at most 1,000 values.`);
  return { field: own, operator, values };
}

/** The type of any column of a resource, its key and the system columns included. */
export function typeOfColumn(resource: AnyResource, name: string): ColumnType {
  if (name === keyOf(resource).name) return keyOf(resource).type === 'integer' ? 'bigint' : 'text';
  if (name === 'row_version') return 'bigint';
  if (name === 'created_by' || name === 'updated_by') return 'text';
  if ((systemColumns as readonly string[]).includes(name)) return 'timestamp(3) with time zone';
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
      if (!['true', 'false', '1', '0'].includes(value)) throw invalid(name, `${title} is true or false.`);
      return;
    case 'date':
    case 'timestamp(3) with time zone':
      if (!/^\d{4}-\d\d-\d\d([T ][\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/.test(value) || Number.isNaN(Date.parse(value)))
        throw invalid(name, `${title} must be a date.`);
      return;
    default:
  }
}
