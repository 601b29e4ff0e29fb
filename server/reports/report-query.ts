import { counted } from '../../src/schemas/kit/counted';
import { readValues, type DimensionValues } from '../../src/schemas/kit/cells';
import { isDay } from '../../src/schemas/kit/day-ranges';
import { dimensionOf, isDimension, type DimensionId } from '../../src/schemas/kit/dimensions';
import { invalid } from '../../src/schemas/kit/problem';
import { acrossOf, daysOfTab, rowsOfTab, type ReportRows, type ReportSpec, type ReportTab } from '../../src/schemas/kit/report';
import { latestDay, usualDays } from '../../src/schemas/kit/report-range';
import type { Session } from '../context/session';
import { addDays, dayOf } from '../domain/days';
import { veiledFor } from '../measures/cell';

/** The query of a report, as its page sends it and an export keeps it. */
export interface ReportQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly tab?: string | undefined;
  readonly group_by?: string | undefined;
  readonly across?: string | undefined;
  readonly filters?: string | undefined;
  readonly compare?: number | undefined;
  readonly inactive?: number | undefined;
  readonly user_id?: readonly string[] | undefined;
  readonly clg_id?: readonly string[] | undefined;
}
export interface ReportAsked {
  readonly from: string;
  readonly to: string;
  readonly previous: { readonly from: string; readonly to: string };
  readonly tab: ReportTab;
  readonly rows: ReportRows;
  readonly values: DimensionValues;
}

const mostDays = 3 * 366;

/** What was asked, in the tenant's days; throws Problem 422 at the field that is wrong. */
export function readReportQuery(spec: ReportSpec, query: ReportQuery, session: Session, now: Date): ReportAsked {
  const tab = chosen('tab', spec.tabs, query.tab);
  const [from, to] = daysAsked(spec, tab, query, dayOf(now, session.timezone));
  const length = lengthOf(from, to);
  return {
    from,
    to,
    previous: { from: addDays(from, -length), to: addDays(from, -1) },
    tab: { ...tab, columns: columnsAsked(tab, query.across) },
    rows: rowsFor(session, chosen('group_by', rowsOfTab(spec, tab), query.group_by)),
    values: { ...tab.always, ...valuesOf(spec, tab, query, session) },
  };
}

/** Of columns that can be of several dimensions, those of the one that was chosen. */
function columnsAsked(tab: ReportTab, across: string | undefined): ReportTab['columns'] {
  const choice = across === undefined ? acrossOf(tab)[0] : acrossOf(tab).find((id) => id === across);
  if (across !== undefined && !choice) throw invalid('across', `This report has no columns by '${across.slice(0, 40)}'`);
  return tab.columns.map((column) => (typeof column.by === 'object' ? { ...column, by: choice ?? 'stage' } : column));
}

const lengthOf = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

function daysAsked(spec: ReportSpec, tab: ReportTab, query: ReportQuery, today: string): readonly [from: string, to: string] {
  const days = daysOfTab(spec, tab);
  const usual = usualDays(spec, tab, today);
  const latest = latestDay(spec, today);
  const until = spec.ahead ? ` in ${counted(spec.ahead, 'day')}` : '';
  const from = query.from ?? query.to ?? usual[0];
  const to = query.to ?? (query.from === undefined ? usual[1] : from > today ? from : today);
  if (!isDay(from)) throw invalid('from', 'Enter the first day as YYYY-MM-DD');
  if (!isDay(to)) throw invalid('to', 'Enter the last day as YYYY-MM-DD');
  if (from > latest) throw invalid('from', `The range starts in the future. Choose days up to today${until}.`);
  if (to > latest) throw invalid('to', `The range ends in the future. Choose days up to today${until}.`);
  if (to < from) throw invalid('to', 'The last day is before the first one');
  if (lengthOf(from, to) > mostDays) throw invalid('from', 'The maximum range is 3 years');
  if (spec.back !== undefined && from < addDays(today, -spec.back))
    throw invalid('from', `You can go back ${counted(spec.back, 'day')}`);
  // A tab of the present moment keeps the days of the tab before it in the address, and counts today.
  if (days === 'now') return [today, today];
  if (days === 'one' && from !== to) throw invalid('to', 'Please select only one date.');
  return [from, to];
}

function chosen<T extends { readonly id: string }>(field: string, all: readonly T[], id: string | undefined): T {
  const found = id === undefined ? all[0] : all.find((one) => one.id === id);
  if (!found) throw invalid(field, `This report has no '${String(id).slice(0, 40)}'`);
  return found;
}

/** Levels of fields that the role does not see are left out. */
function rowsFor(session: Session, rows: ReportRows): ReportRows {
  const isVeiled = veiledFor(session);
  const seen = rows.levels.filter((id) => !isVeiled(id));
  if (rows.levels.length && !seen.length) throw invalid('group_by', 'Your role does not see what this report groups by');
  return { ...rows, levels: seen };
}

/** Whether one of the tabs narrows its facts by it. */
const isOfTab = ({ tabs }: ReportSpec, id: DimensionId): boolean => tabs.some(({ always }) => always?.[id]);

function valuesOf(spec: ReportSpec, tab: ReportTab, query: ReportQuery, session: Session): DimensionValues {
  const values: Partial<Record<DimensionId, readonly string[]>> = { ...readValues('filters', query.filters ?? '') };
  const known = (...ids: readonly [DimensionId, DimensionId]): DimensionId =>
    ids.find((id) => spec.filters.includes(id)) ?? ids[0];
  if (query.user_id?.length) values[known('user', 'owner')] = query.user_id;
  if (query.clg_id?.length) values[known('college', 'any_college')] = query.clg_id;
  const isVeiled = veiledFor(session);
  for (const id of Object.keys(values).filter(isDimension)) {
    if (isOfTab(spec, id)) {
      if (!tab.always?.[id]) delete values[id]; // chosen on another tab
      else if (values[id]?.length !== 1) throw invalid('filters', `Choose one value for '${dimensionOf(id).label}'`);
    } else if (!spec.filters.includes(id)) throw invalid('filters', `This report has no filter '${dimensionOf(id).label}'`);
    if (isVeiled(id)) throw invalid('filters', `Your role cannot filter by '${dimensionOf(id).label}'`);
  }
  // The reader's own numbers: no filter widens that.
  return spec.own ? { ...values, user: [session.userId] } : values;
}
