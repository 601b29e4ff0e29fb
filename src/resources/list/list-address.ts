import { lastRowByNumber } from '../../schemas/kit/list';
import {
  addressNames,
  addressName,
  filterTexts,
  isYesOrNo,
  readFilter,
  takesNoValue,
  type ListFilter,
  type OffersFilter,
} from '../../schemas/kit/list-query';

export interface ListSort {
  readonly field: string;
  readonly down: boolean;
}
/**
 * The state of a list in its address, both ways: `?page=2&size=25&sort=-name&q=asha&status=1&name_like=as`. A link reproduces the
 * list; `readAddress(writeAddress(state))` is the state.
 */
export interface ListState {
  /** Starts at 1; ignored while a cursor is set. */
  readonly page: number;
  readonly size: number;
  readonly after?: string;
  readonly before?: string;
  readonly sort: readonly ListSort[];
  readonly search: string;
  readonly filters: readonly ListFilter[];
  /** The columns shown, in order; absent: those saved by the user for this list. */
  readonly columns?: readonly string[];
  /** What the address says and the list does not know: the page reports it. */
  readonly unknown: Unknown;
}
export interface Unknown {
  /** As `name=value`. */
  readonly filters: readonly string[];
  readonly columns: readonly string[];
  readonly sorts: readonly string[];
  /** A page or a size that there is not, as `name=value`. */
  readonly places: readonly string[];
}
export interface ListOffers {
  readonly filter: OffersFilter;
  readonly sorts: ReadonlySet<string>;
  readonly columns: readonly string[];
}
/** The part of the state that a page changes. */
export type ListChange = Partial<Omit<ListState, 'after' | 'before' | 'unknown'>> & {
  readonly after?: string;
  readonly before?: string;
};
export type ChangeList = (to: ListChange, how?: { readonly replace?: boolean }) => void;
export interface ListDefaults {
  readonly size?: number;
  readonly sort?: readonly ListSort[];
}

export const pageSizes = [10, 25, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

/** `offers` is what the list can be filtered and sorted by, and what it can show. */
export function readAddress(query: URLSearchParams, offers: ListOffers, defaults: ListDefaults = {}): ListState {
  const { columns } = offers;
  const [page, size] = [Number(query.get('page')), Number(query.get('size'))];
  const isSize = pageSizes.some((one) => one === size);
  const rows = isSize ? size : (defaults.size ?? 10);
  const isPage = Number.isInteger(page) && page > 0 && (page - 1) * rows <= lastRowByNumber;
  const after = query.get('after') || undefined;
  const before = after ? undefined : query.get('before') || undefined;
  const filters: ListFilter[] = [];
  const unknown: string[] = [];
  for (const name of new Set(query.keys())) {
    const texts = query.getAll(name).filter((text) => text !== '');
    if (addressNames.has(name) || texts.length === 0) continue;
    const filter = readFilter(name, texts, offers.filter);
    if (filter && (!takesNoValue(filter.operator) || texts.every(isYesOrNo))) filters.push(filter);
    else unknown.push(`${name}=${texts.join()}`);
  }
  const wanted = (query.get('cols') ?? '').split(',').filter(Boolean);
  const shown = wanted.filter((name) => columns.includes(name));
  const sort = query.has('sort') ? readSort(query.get('sort')!) : (defaults.sort ?? []);
  const isKnown = ({ field }: ListSort): boolean =>
    offers.sorts.has(field) || defaults.sort?.some((own) => own.field === field) === true;
  const wrong = (name: string, isRight: boolean): string[] => (isRight || !query.get(name) ? [] : [`${name}=${query.get(name)}`]);
  return {
    page: isPage ? page : 1,
    size: rows,
    ...(after ? { after } : {}),
    ...(before ? { before } : {}),
    sort: sort.length && !sort.some(isKnown) ? (defaults.sort ?? []) : sort.filter(isKnown),
    search: query.get('q') ?? '',
    filters,
    ...(shown.length ? { columns: shown } : {}),
    unknown: {
      filters: unknown,
      columns: wanted.filter((name) => !columns.includes(name)),
      sorts: sort.filter((one) => !isKnown(one)).map(({ field }) => field),
      places: [...wrong('page', isPage), ...wrong('size', isSize)],
    },
  };
}

/** Only differences from the defaults are written; other parameters (`keep`) are preserved. */
export function writeAddress(
  state: ListState,
  defaults: ListDefaults = {},
  keep: readonly (readonly [string, string])[] = [],
): URLSearchParams {
  const query = new URLSearchParams(keep.map(([name, value]) => [name, value]));
  if (state.search) query.set('q', state.search);
  for (const filter of state.filters) {
    for (const text of filterTexts(filter)) query.append(addressName(filter), text);
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

const sortText = (sort: readonly ListSort[]): string => sort.map(({ field, down }) => (down ? `-${field}` : field)).join(',');
function readSort(text: string): ListSort[] {
  return text
    .split(',')
    .filter((part) => part && part !== '-')
    .map((part) => (part.startsWith('-') ? { field: part.slice(1), down: true } : { field: part, down: false }));
}

/** The page's own parameters whose value is none of those it knows, as `name=value`. */
export const unknownIn = (query: URLSearchParams, known: Readonly<Record<string, readonly string[]>>): readonly string[] =>
  Object.entries(known).flatMap(([name, values]) => {
    const value = query.get(name);
    return value && !values.includes(value) ? [`${name}=${value}`] : [];
  });

/** A click on a column header: ascending, descending, ascending again; another column starts ascending. */
export const nextSort = (sort: readonly ListSort[], field: string): ListSort[] => [
  { field, down: sort[0]?.field === field ? !sort[0].down : false },
];
