import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readValues, writeValues, type DimensionValues } from '../../schemas/kit/cells';
import { daysOf } from '../../schemas/kit/day-ranges';
import type { ReportSpec } from '../../schemas/kit/report';
import { today } from '../../ui/time/day-presets';

/** The whole state of a report, as its address has it: a reload and a link show the same. */
export interface ReportState {
  readonly from: string;
  readonly to: string;
  readonly tab: string;
  readonly groupBy: string;
  readonly values: DimensionValues;
  readonly compare: boolean;
  readonly inactive: boolean;
  readonly heat: boolean;
  /** A column's key, with a minus for the largest first; '' as the server sends the rows. */
  readonly sort: string;
}
export type ChangeReport = (to: Partial<ReportState>) => void;

export function useReportState(spec: ReportSpec): readonly [ReportState, ChangeReport] {
  const [query, setQuery] = useSearchParams();
  const text = query.toString();
  const state = useMemo(() => readState(spec, new URLSearchParams(text)), [spec, text]);
  return [state, (to) => setQuery(writeState(spec, { ...state, ...to }))];
}

function usual(spec: ReportSpec): readonly [string, string] {
  const now = today();
  const [from, to] = daysOf(spec.range, now);
  return [from, to > now ? now : to];
}

export function readState(spec: ReportSpec, query: URLSearchParams): ReportState {
  const [from, to] = usual(spec);
  const known = (all: readonly { readonly id: string }[], id: string | null): string =>
    (all.find((one) => one.id === id) ?? all[0])?.id ?? '';
  return {
    from: query.get('from') ?? from,
    to: query.get('to') ?? query.get('from') ?? to,
    tab: known(spec.tabs, query.get('tab')),
    groupBy: known(spec.rows, query.get('rows')),
    values: valuesOf(query.get('filters') ?? ''),
    compare: query.get('compare') === '1',
    inactive: query.get('inactive') === '1',
    heat: query.get('heat') !== '0',
    sort: query.get('sort') ?? '',
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
  const [from, to] = usual(spec);
  const put = (name: string, value: string, unless: string): void => {
    if (value !== unless) query.set(name, value);
  };
  if (state.from !== from || state.to !== to) {
    query.set('from', state.from);
    query.set('to', state.to);
  }
  put('tab', state.tab, spec.tabs[0]?.id ?? '');
  put('rows', state.groupBy, spec.rows[0]?.id ?? '');
  put('filters', writeValues(state.values), '');
  put('compare', state.compare ? '1' : '0', '0');
  put('inactive', state.inactive ? '1' : '0', '0');
  put('heat', state.heat ? '1' : '0', '1');
  put('sort', state.sort, '');
  return query;
}
