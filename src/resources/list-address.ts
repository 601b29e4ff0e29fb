import type { FilterOperator } from '../kinds/kind';

/**
 * The state of a list as its address says it, both ways: `?page=2&size=25&sort=-name&q=asha&status=1&name.has=as`.
 * A link reproduces the screen; `readAddress(writeAddress(state))` is the state.
 */
export interface ListFilter {
  readonly field: string;
  readonly operator: FilterOperator;
  /** Several mean any of them; 'empty' holds 'yes' or 'no'. */
  readonly values: readonly string[];
  /** Filters of one group hold together, of several groups one is enough; without a group it holds in any case. */
  readonly group?: number;
}
export interface ListSort {
  readonly field: string;
  readonly down: boolean;
}
export interface ListState {
  /** From 1; ignored while a cursor is set. */
  readonly page: number;
  readonly size: number;
  readonly after?: string;
  readonly before?: string;
  readonly sort: readonly ListSort[];
  readonly search: string;
  readonly filters: readonly ListFilter[];
  /** The columns shown, in their order; absent: what the reader keeps for this list. */
  readonly columns?: readonly string[];
}
export interface ListDefaults {
  readonly size?: number;
  readonly sort?: readonly ListSort[];
}

export const pageSizes = [10, 25, 50, 100] as const;

export function readAddress(query: URLSearchParams, defaults: ListDefaults = {}): ListState {
  const size = Number(query.get('size'));
  const after = query.get('after') || undefined;
  const before = after ? undefined : query.get('before') || undefined;
  const filters = new Map<string, { field: string; operator: FilterOperator; values: string[]; group?: number }>();
  for (const [name, value] of query) {
    if (reserved.has(name)) continue;
    const [, inGroup, own = name] = /^([1-9]\d?)-(.+)$/.exec(name) ?? [];
    const dot = own.lastIndexOf('.');
    const operator = dot < 0 ? 'is' : own.slice(dot + 1);
    const field = dot < 0 ? own : own.slice(0, dot);
    if (!isOperator(operator) || !field || value === '') continue;
    const found = filters.get(name);
    if (found) found.values.push(value);
    else filters.set(name, { field, operator, values: [value], ...(inGroup ? { group: Number(inGroup) } : {}) });
  }
  return {
    page: Math.max(1, Math.floor(Number(query.get('page'))) || 1),
    size: pageSizes.some((one) => one === size) ? size : (defaults.size ?? 10),
    ...(after ? { after } : {}),
    ...(before ? { before } : {}),
    sort: query.has('sort') ? readSort(query.get('sort')!) : (defaults.sort ?? []),
    search: query.get('q') ?? '',
    filters: [...filters.values()],
    ...(query.get('cols') ? { columns: query.get('cols')!.split(',').filter(Boolean) } : {}),
  };
}

/** Only what differs from the defaults is written; parameters that are not the list's (`keep`) stay. */
export function writeAddress(
  state: ListState,
  defaults: ListDefaults = {},
  keep: readonly (readonly [string, string])[] = [],
): URLSearchParams {
  const query = new URLSearchParams(keep.map(([name, value]) => [name, value]));
  if (state.search) query.set('q', state.search);
  for (const { field, operator, values, group } of state.filters) {
    const short = operator === 'is' && !field.includes('.') && (group !== undefined || !reserved.has(field));
    const name = `${group === undefined ? '' : `${group}-`}${short ? field : `${field}.${operator}`}`;
    for (const value of values) if (value !== '') query.append(name, value);
  }
  const sort = sortText(state.sort);
  if (sort !== sortText(defaults.sort ?? [])) query.set('sort', sort);
  if (state.size !== (defaults.size ?? 10)) query.set('size', String(state.size));
  if (state.columns?.length) query.set('cols', state.columns.join());
  if (state.after) query.set('after', state.after);
  else if (state.before) query.set('before', state.before);
  else if (state.page > 1) query.set('page', String(state.page));
  return query;
}

/** Names that belong to the list or to others in the same address; a field of such a name is written with its operator. */
const reserved = new Set([
  'page',
  'size',
  'sort',
  'q',
  'after',
  'before',
  'cols',
  'tab',
  'view',
  'returnUrl',
  'openAddTicketModal',
]);
const operators = ['is', 'not', 'has', 'starts', 'from', 'to', 'within', 'empty'] as const;
const isOperator = (text: string): text is FilterOperator => operators.some((one) => one === text);
const sortText = (sort: readonly ListSort[]): string => sort.map(({ field, down }) => (down ? `-${field}` : field)).join(',');
function readSort(text: string): ListSort[] {
  return text
    .split(',')
    .filter((part) => part && part !== '-')
    .map((part) => (part.startsWith('-') ? { field: part.slice(1), down: true } : { field: part, down: false }));
}

/** A press on a column's head: up, down, and up again; another column starts going up. */
export const nextSort = (sort: readonly ListSort[], field: string): ListSort[] => [
  { field, down: sort[0]?.field === field ? !sort[0].down : false },
];
