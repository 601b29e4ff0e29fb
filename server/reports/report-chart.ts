import type { DimensionId } from '../../src/schemas/kit/dimensions';
import { measureOf, type MeasureId } from '../../src/schemas/kit/measures';
import type { ChartPoint, ReportChart, ShownChart } from '../../src/schemas/kit/report';
import type { Context } from '../context/context';
import { dayOf } from '../domain/days';
import { askedBy } from '../measures/asked';
import { countTable, type Column, type Counts } from '../measures/count-table';
import { everyKey } from './report-columns';
import type { Names } from './report-names';
import type { ReportAsked } from './report-query';
import type { Path } from './report-users';

/** Bars that people can still tell apart. */
const mostPoints = 40;

export interface ChartCounts {
  readonly counts: Counts;
  readonly previous: Counts | undefined;
  readonly paths: readonly Path[];
  readonly column: Column & { readonly measure: MeasureId };
  readonly over: DimensionId;
  readonly days: Pick<ReportAsked, 'from' | 'to' | 'previous'>;
  /** The hour of now, if the chart is of today's hours: later ones are still to come. */
  readonly until: number | undefined;
}

/** Charts most often show what the table has counted: `table` by its rows, of these columns. */
export async function chartCounts(
  context: Context,
  chart: ReportChart,
  asked: ReportAsked,
  table: { readonly counts: Counts; readonly columns: readonly Column[] },
): Promise<ChartCounts> {
  const { tx, session, services } = context;
  const { over, parts } = chart;
  const measure = chart.measure ?? asked.tab.columns[0]?.measure ?? 'A2';
  const column = { measure, ...(parts ? { by: parts } : {}) };
  const now = services.now();
  const of = (days: { readonly from: string; readonly to: string }): Promise<Counts> =>
    countTable(tx, askedBy(session, now, days), [over], [column], asked.values);
  const isCounted =
    asked.rows.levels[0] === over && table.columns.some((one) => one.measure === measure && one.by === parts && !one.toOwner);
  const counts = isCounted ? table.counts : await of(asked);
  const previous = chart.previous ? await of(asked.previous) : undefined;
  const every = (await everyKey(context, over)).map((key): Path => [key]);
  const paths = [
    ...new Map(
      [...every, ...counts.paths, ...(previous?.paths ?? [])].map((path) => [path[0] ?? null, path.slice(0, 1)]),
    ).values(),
  ];
  const isToday = over === 'work_hour' && asked.to === dayOf(now, session.timezone);
  const until = isToday
    ? Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: session.timezone }).format(now))
    : undefined;
  return { counts, previous, paths, column, over, days: asked, until };
}

export function shownChart(chart: ReportChart, charted: ChartCounts, names: Names): ShownChart {
  const { title, parts } = chart;
  const { counts, previous, paths, column, over, days } = charted;
  const keys = parts ? names.inOrder(parts, counts.keys(column)) : [undefined];
  const valueIn = (from: Counts, path: Path, key: string | null | undefined): number | null => {
    const value = from.number(column, path, key)?.value ?? null;
    return value === null ? null : Number(value);
  };
  const made = paths.map((path): ChartPoint & { readonly key: string | null } => {
    const key = path[0] ?? null;
    const isLater = charted.until !== undefined && (key === 'after' ? 24 : Number(key)) > charted.until;
    return {
      key,
      value: key ?? '',
      title: names.of(over, key),
      values: [
        ...keys.map((part) => (isLater && !valueIn(counts, path, part) ? null : valueIn(counts, path, part))),
        ...(previous ? [valueIn(previous, path, undefined)] : []),
      ],
    };
  });
  // A time of which there is nothing to say, as the share of no calls, has no point.
  const all = made.filter(({ values }) => values.some((value) => value !== null));
  const total = ({ values }: ChartPoint): number => values.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  const inTime = ['hour', 'work_hour', 'day', 'week', 'month'].includes(over);
  const order = new Map(
    names
      .inOrder(
        over,
        all.map(({ key }) => key),
      )
      .map((key, at) => [key, at]),
  );
  const placeOf = ({ key }: { readonly key: string | null }): number => order.get(key) ?? 0;
  // Bars of one length stand in the order of their names, not as the database happened to find them.
  all.sort((a, b) => (inTime ? 0 : total(b) - total(a)) || placeOf(a) - placeOf(b));
  const { label, unit } = measureOf(column.measure);
  const dayNames = previous ? { now: names.of('day', days.from), before: names.of('day', days.previous.from) } : undefined;
  return {
    kinds: [chart.kind ?? 'bars'].flat(),
    measure: column.measure,
    title: chart.measure ? title : `${title}: ${label}`,
    unit,
    parts: [
      ...keys.map((key) => ({ key: key ?? '', title: parts ? names.of(parts, key ?? null) : (dayNames?.now ?? label) })),
      ...(dayNames ? [{ key: 'previous', title: dayNames.before }] : []),
    ],
    points: (inTime ? all : all.slice(0, chart.top ?? mostPoints)).map(({ key: _key, ...point }) => point),
  };
}
