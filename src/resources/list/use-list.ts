import { useDataProvider, useList as useRows, type HttpError } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { CallValues } from '../../providers/calls/call';
import { crudFilters } from '../../providers/calls/crud-filters';
import { wholeQuery } from '../../providers/calls/list-work';
import { earlyList } from '../../providers/data-provider';
import type { ListAnswer, ListMeta } from '../../schemas/kit/list';
import { filtersOf, sortsOf, type ListFilter, type OffersFilter } from '../../schemas/kit/list-query';
import type { AnyResource, AnyRow, RecordOf } from '../../schemas/kit/resource';
import { listedResource, offeredColumns, ownColumns } from './list-columns';
import {
  readAddress,
  writeAddress,
  type ChangeList,
  type ListChange,
  type ListDefaults,
  type ListSort,
  type ListState,
  type PageSize,
} from './list-address';
import { defaultSize, orderOf } from './list-reads';
import { useListColumns, type ListColumns } from './use-list-columns';
import { useSelection, type Selection } from './use-selection';

export interface ListOptions<R extends AnyResource> {
  readonly resource: R;
  /** The default columns of the list; without them the schema's. */
  readonly columns?: readonly string[];
  /** Filters that the page itself sets and no chip shows. Pass the same array while it does not change. */
  readonly fixed?: readonly ListFilter[];
  /** Default order and page size; without them the schema's order, and ten. */
  readonly sort?: readonly ListSort[];
  readonly size?: PageSize;
  /** 'off': rows stay as they were read; the page says itself what is new. */
  readonly live?: 'off';
  /** Address parameters of the page that are kept when the list changes (`['tab']`). */
  readonly keep?: readonly string[];
  /** Those of them whose value the page does not know, as `name=value`: the list reports them as it reports unknown filters. */
  readonly unknown?: readonly string[];
}
/** Everything that a list page needs of its list. */
export interface List<T> {
  readonly resource: AnyResource;
  readonly state: ListState;
  readonly columns: ListColumns;
  readonly rows: readonly T[];
  readonly total: number | undefined;
  readonly totalExact: boolean;
  /** Requests the exact count if counting stopped early (D-047); rejects if that fails. */
  readonly countAll: () => Promise<void>;
  readonly next: string | undefined;
  readonly prev: string | undefined;
  /** No rows yet: show skeleton rows. */
  readonly loading: boolean;
  /** The rows of the previous state are still shown, dimmed. */
  readonly refreshing: boolean;
  readonly error: HttpError | null;
  readonly narrowed: boolean;
  /** Filters, order and search as the wire has them, for an export or a change of all matching rows. */
  readonly query: CallValues;
  readonly selection: Selection;
  /** Changes the state in one navigation; a change of anything but `page`, `after` and `before` returns to the first page. */
  readonly change: ChangeList;
  readonly clear: () => void;
  readonly retry: () => void;
}

/**
 * The list of a resource, with its whole state in the address: filters, search, order, columns, page size, and page number or
 * cursor.
 */
export function useList<R extends AnyResource>(options: ListOptions<R>): List<RecordOf<R>> {
  const { fixed = none, keep = none, unknown = none, columns, sort, size = defaultSize, live } = options;
  const listed = listedResource(options.resource);
  const resource = useMemo(() => withoutFixed(listed, fixed), [listed, fixed]);
  const defaults = useMemo<ListDefaults>(() => ({ sort: sort ?? orderOf(resource), size }), [resource, sort, size]);
  const own = useMemo(() => columns ?? ownColumns(resource), [columns, resource]);
  const offered = useMemo(() => [...new Set([...own, ...offeredColumns(resource)])], [own, resource]);
  const { state, change } = useListState(resource, offered, keep.join(), unknown.join('\n'), defaults);
  const shown = useListColumns(resource, { state, change }, own, offered);
  const labels = shown.names.filter((name) => needsAsking(resource, name)).join();
  const filters = useMemo(() => [...fixed, ...state.filters], [fixed, state.filters]);
  const query = useMemo(() => wholeQuery(filters, state.sort, state.search), [filters, state.sort, state.search]);
  const rows = useListRows<R>(resource.name, filters, state, labels, live);
  const selection = useSelection(
    rows.rows.map((row) => row.id),
    JSON.stringify([filters, state.search]),
  );
  return {
    resource,
    state,
    columns: shown,
    ...rows,
    narrowed: state.filters.length > 0 || state.search !== '',
    query,
    selection,
    change,
    clear: () => change({ filters: [], search: '' }),
  };
}
const none: readonly never[] = [];

/**
 * The state in the address, and a function that changes it. `keep` are the names of the page's own parameters, joined by commas,
 * `strange` those of them that the page does not know, one in a line, which a change drops like unknown filters.
 */
function useListState(
  resource: AnyResource,
  columns: readonly string[],
  keep: string,
  strange: string,
  defaults: ListDefaults,
): Pick<List<unknown>, 'state' | 'change'> {
  const { search: address, pathname } = useLocation();
  const navigate = useNavigate();
  const offers = useMemo(() => ({ filter: offersOf(resource), sorts: sortsOf(resource), columns }), [resource, columns]);
  const [lists, kept] = useMemo(() => {
    const mine = keep.split(',');
    const dropped = strange.split('\n');
    return [
      part(address, (name) => !mine.includes(name)),
      part(address, (name, value) => mine.includes(name) && !dropped.includes(`${name}=${value}`)),
    ] as const;
  }, [address, keep, strange]);
  const state = useMemo(() => {
    const read = readAddress(lists, offers, defaults);
    return strange ? { ...read, unknown: { ...read.unknown, filters: [...strange.split('\n'), ...read.unknown.filters] } } : read;
  }, [lists, offers, defaults, strange]);
  const change = useCallback(
    (to: ListChange, how: { readonly replace?: boolean } = {}) => {
      const { after: _after, before: _before, ...rest } = state;
      const moves = 'page' in to || 'after' in to || 'before' in to;
      const next: ListState = {
        ...rest,
        page: moves ? rest.page : 1,
        ...('after' in to || 'before' in to ? { page: 1 } : {}),
        ...to,
      };
      const text = writeAddress(next, defaults, [...kept]).toString();
      void navigate({ pathname, search: text ? `?${text}` : '' }, { replace: how.replace ?? false });
    },
    [state, kept, defaults, navigate, pathname],
  );
  return { state, change };
}

/** Every list can be narrowed to the rows behind a number of a report. */
function offersOf(resource: AnyResource): OffersFilter {
  const own = filtersOf(resource);
  return (field, operator) => (field === 'cell' && operator === 'eq') || own(field, operator);
}

/** What the page itself has set is not filtered again: a list takes one condition of a kind, and this one is not the reader's. */
function withoutFixed<R extends AnyResource>(resource: R, fixed: readonly ListFilter[]): R {
  const isFree = (name: string): boolean => !fixed.some(({ field }) => field === name);
  return resource.filter?.every(isFree) === false ? { ...resource, filter: resource.filter.filter(isFree) } : resource;
}

/** The rows of the state, through refine, and the exact count on request. */
function useListRows<R extends AnyResource>(
  resource: R['name'],
  listed: readonly ListFilter[],
  state: ListState,
  labels: string,
  live: 'off' | undefined,
): Pick<
  List<RecordOf<R>>,
  'rows' | 'total' | 'totalExact' | 'countAll' | 'next' | 'prev' | 'loading' | 'refreshing' | 'error' | 'retry'
> {
  const filters = crudFilters(listed);
  const asked = JSON.stringify([resource, filters, state.search]);
  const provider = useDataProvider()();
  const [counted, setCounted] = useState<{ asked: string; total: number }>();
  const countAll = async (): Promise<void> => {
    const meta = { limit: 1, exact: true, ...(state.search ? { search: state.search } : {}) } satisfies ListMeta;
    const { total } = await provider.getList({ resource, pagination: { mode: 'off' }, filters, sorters: [], meta });
    setCounted({ asked, total: total ?? 0 });
  };
  const list = {
    resource,
    filters,
    sorters: state.sort.map(({ field, down }) => ({ field, order: down ? ('desc' as const) : ('asc' as const) })),
    meta: metaOf(state, labels),
  };
  const wanted = JSON.stringify(list);
  const [early] = useState((): { wanted: string; answer: ListAnswer<RecordOf<R>> | undefined } => ({
    wanted,
    answer: earlyList(list),
  }));
  const { query } = useRows<RecordOf<R>, HttpError>({
    ...list,
    pagination: { mode: 'off' },
    ...(live ? { liveMode: live } : {}),
    queryOptions: {
      placeholderData: keepPreviousData,
      ...(early.answer && early.wanted === wanted ? { initialData: early.answer } : {}),
    },
    errorNotification: false, // the list shows the error in its own place
  });
  const known = query.data;
  const whole = counted?.asked === asked && known?.totalExact === false && !query.isPlaceholderData;
  const answer = whole ? { ...known, total: counted.total, totalExact: true } : known;
  return {
    rows: answer?.data ?? [],
    total: answer?.total,
    totalExact: answer?.totalExact ?? true,
    countAll,
    next: answer?.next,
    prev: answer?.prev,
    loading: query.isPending,
    refreshing: query.isPlaceholderData,
    error: query.isError && !query.isFetching ? query.error : null,
    retry: () => void query.refetch(),
  };
}

/** Page numbers reach row 10,000; a cursor continues from any row (D-047). */
function metaOf(state: ListState, labels: string): AnyRow & ListMeta {
  const at = state.after
    ? { after: state.after }
    : state.before
      ? { before: state.before }
      : { start: (state.page - 1) * state.size };
  return { limit: state.size, ...at, ...(state.search ? { search: state.search } : {}), ...(labels ? { labels } : {}) };
}

const part = (address: string, mine: (name: string, value: string) => boolean): URLSearchParams =>
  new URLSearchParams([...new URLSearchParams(address)].filter(([name, value]) => mine(name, value)));

/** References and further columns that the schema does not show: the server adds the texts of the others by itself. */
const needsAsking = ({ columns, refs, asked }: AnyResource, name: string): boolean =>
  !columns?.includes(name) && (name.endsWith('ated_by') || refs?.[name] !== undefined || asked?.[name] !== undefined);
