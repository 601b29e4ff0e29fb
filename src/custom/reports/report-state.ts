import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readValues, type DimensionValues } from '../../schemas/kit/cells';
import { writeValues } from '../../schemas/kit/write-cell';
import { isDimension, type DimensionId } from '../../schemas/kit/dimensions';
import { acrossOf, daysOfTab, rowsOfTab, type ReportSpec, type ReportTab } from '../../schemas/kit/report';
import { usualDays } from '../../schemas/kit/report-range';
import { today } from '../../ui/time/today';
import { isShare, type Share } from './table-shares';

/** The whole state of a report, as its address has it: a reload and a link show the same. */
export interface ReportState {
  readonly from: string;
  readonly to: string;
  readonly tab: string;
  readonly groupBy: string;
  /** What the columns are of, where the tab leaves a choice. */
  readonly across: DimensionId | undefined;
  readonly values: DimensionValues;
  readonly compare: boolean;
  readonly inactive: boolean;
  readonly heat: boolean;
  /** A column's key, with a minus for the largest first; '' as the server sends the rows. */
  readonly sort: string;
  /** The keys of columns that were added or hidden. */
  readonly columns: readonly string[];
  readonly share: Share;
}
export type ChangeReport = (to: Partial<ReportState>) => void;

export function useReportState(spec: ReportSpec): readonly [ReportState, ChangeReport] {
  const [query, setQuery] = useSearchParams();
  const text = query.toString();
  const state = useMemo(() => readState(spec, new URLSearchParams(text)), [spec, text]);
  return [state, (to) => setQuery(writeState(spec, changed(spec, state, to)))];
}

export const tabOf = (spec: ReportSpec, id: string | null): ReportTab => spec.tabs.find((one) => one.id === id) ?? spec.tabs[0]!;

/** Another tab has its own usual days, unless other days were chosen; one of a single day returns to today. */
function changed(spec: ReportSpec, state: ReportState, to: Partial<ReportState>): ReportState {
  const next = { ...state, ...to };
  if (to.tab === undefined || to.tab === state.tab || to.from !== undefined) return next;
  const [before, tab] = [tabOf(spec, state.tab), tabOf(spec, to.tab)];
  const usual = usualDays(spec, before, today());
  const isUsual = state.from === usual[0] && state.to === usual[1];
  const isLong = daysOfTab(spec, tab) === 'one' && state.from !== state.to;
  const [from, until] = isUsual || isLong ? usualDays(spec, tab, today()) : [state.from, state.to];
  return { ...next, from, to: until, groupBy: '', across: undefined };
}

export function readState(spec: ReportSpec, query: URLSearchParams): ReportState {
  const tab = tabOf(spec, query.get('tab'));
  const days = usualDays(spec, tab, today());
  const isNow = daysOfTab(spec, tab) === 'now';
  const rows = rowsOfTab(spec, tab);
  const across = query.get('across') ?? '';
  const share = query.get('show');
  return {
    from: (isNow ? null : query.get('from')) ?? days[0],
    to: (isNow ? null : (query.get('to') ?? query.get('from'))) ?? days[1],
    tab: tab.id,
    groupBy: rows.find(({ id }) => id === query.get('rows'))?.id ?? rows[0]?.id ?? '',
    across: isDimension(across) && acrossOf(tab).includes(across) ? across : acrossOf(tab)[0],
    values: valuesOf(query.get('filters') ?? ''),
    compare: query.get('compare') === '1',
    inactive: query.get('inactive') === '1',
    heat: query.get('heat') !== '0',
    sort: query.get('sort') ?? '',
    columns: (query.get('columns') ?? '').split(',').filter(Boolean),
    share: isShare(share) ? share : 'numbers',
  };
}

function valuesOf(text: string): DimensionValues {
  try {
    return readValues('filters', text);
  } catch {
    return {}; // an address that someone changed by hand
  }
}

/** Only what differs from the report's own defaults. */
export function writeState(spec: ReportSpec, state: ReportState): URLSearchParams {
  const query = new URLSearchParams();
  const tab = tabOf(spec, state.tab);
  const [from, to] = usualDays(spec, tab, today());
  const put = (name: string, value: string, unless: string): void => {
    if (value !== unless) query.set(name, value);
  };
  if (daysOfTab(spec, tab) !== 'now' && (state.from !== from || state.to !== to)) {
    query.set('from', state.from);
    query.set('to', state.to);
  }
  put('tab', state.tab, spec.tabs[0]?.id ?? '');
  const rows = rowsOfTab(spec, tab);
  if (rows.some(({ id }) => id === state.groupBy)) put('rows', state.groupBy, rows[0]?.id ?? '');
  if (state.across && acrossOf(tab).includes(state.across)) put('across', state.across, acrossOf(tab)[0] ?? '');
  put('filters', writeValues(state.values), '');
  put('compare', state.compare ? '1' : '0', '0');
  put('inactive', state.inactive ? '1' : '0', '0');
  put('heat', state.heat ? '1' : '0', '1');
  put('sort', state.sort, '');
  put('columns', state.columns.join(','), '');
  put('show', state.share, 'numbers');
  return query;
}

/** The query of the report's call. */
export const queryOf = ({ from, to, tab, groupBy, across, values, compare, inactive }: ReportState) => ({
  from,
  to,
  tab,
  group_by: groupBy,
  ...(across ? { across } : {}),
  filters: writeValues(values),
  compare: compare ? (1 as const) : (0 as const),
  inactive: inactive ? (1 as const) : (0 as const),
});
/** An export has the columns that the page shows. */
export const exportQueryOf = (state: ReportState) => ({ ...queryOf(state), columns: state.columns });
