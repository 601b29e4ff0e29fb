import { keyOf, type AnyResource } from './resource';

/**
 * What may be asked of a list, in one grammar for the address bar, refine's filters, the wire and the server: `status=1`,
 * `name_like=as`, `created_at_between=last_7_days`, `2-source_ne=web`. Operators have refine's names (its CrudOperators), where
 * `in` is `eq` with several values and `nin` is `ne` with several.
 */
export const listOperators = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'nbetween',
  'contains',
  'ncontains',
  'containss',
  'ncontainss',
  'startswith',
  'nstartswith',
  'startswiths',
  'nstartswiths',
  'endswith',
  'nendswith',
  'endswiths',
  'nendswiths',
  'ina',
  'nina',
  'null',
  'nnull',
] as const;
export type ListOperator = (typeof listOperators)[number];

export interface ListFilter {
  readonly field: string;
  readonly operator: ListOperator;
  /**
   * Several mean any of them, with an operator that begins with n (or `ne`) none of them, with `ina` all of them. `between` has the
   * name of a span of days, or two edges. `null` and `nnull` have none.
   */
  readonly values: readonly string[];
  /** Filters of one group hold together, of several groups one is enough; without a group it holds in any case. */
  readonly group?: number;
}

/** What a list's query says of paging, search and order. */
export const pagingNames: ReadonlySet<string> = new Set(
  '_labels _start _end _limit _sort _order after before count q search limit offset page page_number page_no sort order'.split(
    ' ',
  ),
);

/** What else a list's address holds (list-address.ts), and parameters of pages around it. */
export const addressNames: ReadonlySet<string> = new Set(
  'page size sort q after before cols tab view returnUrl openAddTicketModal'.split(' '),
);

/**
 * What a filter is called: the field alone for `eq`, `_like` for `contains` as @refinedev/simple-rest says it, else the operator.
 * A field called `limit` is asked as `limit_eq`.
 */
export const filterName = (filter: Omit<ListFilter, 'values'>): string => nameOf(filter, pagingNames.has(filter.field));

/** The same in the address of a list, where `size` is the page's and `size_eq` the field. */
export const addressName = (filter: Omit<ListFilter, 'values'>): string =>
  nameOf(filter, pagingNames.has(filter.field) || addressNames.has(filter.field));

function nameOf({ field, operator, group }: Omit<ListFilter, 'values'>, isTaken: boolean): string {
  const isPlain = operator === 'eq' && (group !== undefined || !isTaken);
  const own = isPlain ? field : `${field}_${operator === 'contains' ? 'like' : operator}`;
  return group === undefined ? own : `${group}-${own}`;
}

/** The values as they stand behind the name. */
export const filterTexts = ({ operator, values }: ListFilter): readonly string[] => (takesNoValue(operator) ? ['true'] : values);
export const takesNoValue = (operator: ListOperator): boolean => operator === 'null' || operator === 'nnull';
/** What is sent with such an operator. */
export const isYesOrNo = (text: string): boolean => text === 'true' || text === 'false';

/** Whether a list can be asked so. */
export type OffersFilter = (field: string, operator: ListOperator) => boolean;

/** A name taken apart; undefined where it names no field that the list can be filtered by, or no operator. */
export function readFilterName(name: string, offers: OffersFilter): Omit<ListFilter, 'values'> | undefined {
  const [, group, own = name] = /^([1-9]\d?)-(.+)$/.exec(name) ?? [];
  const inGroup = group === undefined ? {} : { group: Number(group) };
  if (offers(own, 'eq')) return { field: own, operator: 'eq', ...inGroup };
  const [, field = '', word] = behindField.exec(own) ?? [];
  const operator = word === 'like' ? 'contains' : listOperators.find((one) => one === word);
  return operator && offers(field, operator) ? { field, operator, ...inGroup } : undefined;
}
const behindField = new RegExp(`^(.+)_(like|${listOperators.join('|')})$`);

/** One filter of a name and its texts; undefined as `readFilterName`. `_null=false` asks what `_nnull=true` asks. */
export function readFilter(name: string, texts: readonly string[], offers: OffersFilter): ListFilter | undefined {
  const found = readFilterName(name, offers);
  if (!found) return undefined;
  if (!takesNoValue(found.operator)) return { ...found, values: texts };
  const isNull = (found.operator === 'null') === (texts[0] !== 'false');
  return { ...found, operator: isNull ? 'null' : 'nnull', values: [] };
}

/** By what a list can be filtered: what the schema's `filter` names, and the key; a field of `search` by a part of its text. */
export function filtersOf(resource: AnyResource): OffersFilter {
  const offered = new Set<string>([...(resource.filter ?? []), keyOf(resource).name, 'id']);
  return (field, operator) => offered.has(field) || (operator === 'contains' && isOnlySearched(resource, field));
}

/** By what a list can be sorted: what the schema's `sort` names, its own order, and the key. */
export const sortsOf = (resource: AnyResource): ReadonlySet<string> =>
  new Set([...(resource.sort ?? []), (resource.order ?? '-created_at').replace(/^-/, ''), keyOf(resource).name, 'id']);

/** A field that the search looks into and `filter` does not name. */
export const isOnlySearched = ({ search, filter }: Pick<AnyResource, 'search' | 'filter'>, field: string): boolean =>
  search?.includes(field) === true && !filter?.includes(field);

/** The sentence of server and page about a name that `readFilterName` does not know. */
export const noSuchFilter = (name: string): string => `This list has no filter '${name.slice(0, 60)}'.`;
/** The same about an order. */
export const noSuchOrder = (field: string): string => `This list cannot be sorted by '${field.slice(0, 60)}'.`;
