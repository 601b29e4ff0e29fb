import { useDataProvider, useList, type CrudFilter, type HttpError } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { earlyList } from '../providers/data-provider';
import type { ListAnswer, ListMeta } from '../schemas/kit/list';
import type { AnyResource, AnyRow, RecordOf } from '../schemas/kit/resource';
import { readAddress, writeAddress, type ListDefaults, type ListFilter, type ListState } from './list-address';

export interface ListPageOptions<R extends AnyResource> extends ListDefaults {
  readonly resource: R['name'];
  /** Filters that the page itself sets and no chip shows. */
  readonly fixed?: readonly CrudFilter[];
  /** Address parameters of the page that survive a change of the list (`['tab']`). */
  readonly keep?: readonly string[];
  readonly enabled?: boolean;
  /** Columns beside the schema's whose references want their texts, joined by commas. */
  readonly labels?: string;
}
export type ListChange = Partial<Omit<ListState, 'after' | 'before'>> & { readonly after?: string; readonly before?: string };

export interface ListPage<T> {
  readonly state: ListState;
  readonly rows: readonly T[];
  readonly total: number | undefined;
  readonly totalExact: boolean;
  /** Asks for the whole number where counting stopped early (D-047); rejects when it cannot be had. */
  readonly countAll: () => Promise<void>;
  readonly next: string | undefined;
  readonly prev: string | undefined;
  /** Nothing to show yet: skeleton rows. */
  readonly loading: boolean;
  /** The rows of the previous state are still shown, dimmed. */
  readonly refreshing: boolean;
  readonly error: HttpError | null;
  readonly narrowed: boolean;
  /** Changes the whole state in one navigation; anything but `page`, `after` and `before` goes back to the first page. */
  readonly change: (to: ListChange, how?: { readonly replace?: boolean }) => void;
  readonly clear: () => void;
  readonly retry: () => void;
}

/** A list page whose whole state is the address: filters, search, sort, page size, and page number or cursor. */
export function useListPage<R extends AnyResource = AnyResource>(options: ListPageOptions<R>): ListPage<RecordOf<R>> {
  const { resource, fixed = [], enabled = true, size, sort, labels = '' } = options;
  const keep = options.keep?.join() ?? '';
  const { search: address, pathname } = useLocation();
  const navigate = useNavigate();
  const defaults = useMemo<ListDefaults>(() => ({ ...(size ? { size } : {}), ...(sort ? { sort } : {}) }), [size, sort]);
  const state = useMemo(
    () =>
      readAddress(
        part(address, (name) => !keep.split(',').includes(name)),
        defaults,
      ),
    [address, defaults, keep],
  );

  const filters = [...fixed, ...state.filters.map(crudFilter)];
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
    answer: enabled ? earlyList(list) : undefined,
  }));
  const { query } = useList<RecordOf<R>, HttpError>({
    ...list,
    pagination: { mode: 'off' },
    queryOptions: {
      placeholderData: keepPreviousData,
      enabled,
      ...(early.answer && early.wanted === wanted ? { initialData: early.answer } : {}),
    },
    errorNotification: false, // the list says it in its own place
  });
  const known = query.data;

  const whole = counted?.asked === asked && known?.totalExact === false && !query.isPlaceholderData;
  const answer = whole ? { ...known, total: counted.total, totalExact: true } : known;

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
      const text = writeAddress(next, defaults, [...part(address, (name) => keep.split(',').includes(name))]).toString();
      void navigate({ pathname, search: text ? `?${text}` : '' }, { replace: how.replace ?? false });
    },
    [state, address, keep, defaults, navigate, pathname],
  );

  return {
    state,
    rows: answer?.data ?? [],
    total: answer?.total,
    totalExact: answer?.totalExact ?? true,
    countAll,
    next: answer?.next,
    prev: answer?.prev,
    loading: query.isPending && enabled,
    refreshing: query.isPlaceholderData,
    error: query.isError && !query.isFetching ? query.error : null,
    narrowed: state.filters.length > 0 || state.search !== '',
    change,
    clear: () => change({ filters: [], search: '' }),
    retry: () => void query.refetch(),
  };
}

/** The list's filter as refine says it; the data provider turns it into `field`, `field_ne`, `field_like`, … */
export function crudFilter({ field: own, operator, values, group }: ListFilter): CrudFilter {
  const field = group === undefined ? own : `${group}-${own}`;
  const first = values[0] ?? '';
  if (operator === 'empty') return { field, operator: first === 'no' ? 'nnull' : 'null', value: true };
  if (operator === 'has' || operator === 'starts')
    return { field, operator: operator === 'has' ? 'contains' : 'startswith', value: values.length > 1 ? values : first };
  if (operator === 'within') return { field, operator: 'between', value: first };
  if (operator === 'from') return { field, operator: 'gte', value: first };
  if (operator === 'to') return { field, operator: 'lte', value: first };
  if (operator === 'not') return { field, operator: values.length > 1 ? 'nin' : 'ne', value: values.length > 1 ? values : first };
  return values.length > 1 ? { field, operator: 'in', value: values } : { field, operator: 'eq', value: first };
}

/** Numbered pages reach row 10,000; a cursor goes on from any row (D-047). */
function metaOf(state: ListState, labels: string): AnyRow & ListMeta {
  const at = state.after
    ? { after: state.after }
    : state.before
      ? { before: state.before }
      : { start: (state.page - 1) * state.size };
  return { limit: state.size, ...at, ...(state.search ? { search: state.search } : {}), ...(labels ? { labels } : {}) };
}

const part = (address: string, mine: (name: string) => boolean): URLSearchParams =>
  new URLSearchParams([...new URLSearchParams(address)].filter(([name]) => mine(name)));
