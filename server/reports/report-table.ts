import { dimensionOf, type DimensionId } from '../../src/schemas/kit/dimensions';
import { measureOf } from '../../src/schemas/kit/measures';
import type {
  ReportChart,
  ReportColumn,
  ReportSpec,
  ReportTable,
  ShownCell,
  ShownChart,
  ShownColumn,
  ShownRow,
} from '../../src/schemas/kit/report';
import type { Context } from '../context/context';
import { askedBy } from '../measures/asked';
import { seesMoney, veiledFields } from '../measures/cell';
import { countTable, type Counts } from '../measures/count-table';
import { namesOf, type Names } from './report-names';
import { readReportQuery, type ReportAsked, type ReportQuery } from './report-query';
import { listedUsers, withUsers, type Path } from './report-users';

/** Rows of the innermost level that people can still read. */
const mostRows = 2000;
/** Parts of one point of a chart. */
const mostPoints = 40;

/** The table of a report as this reader sees it. */
export async function reportTable(context: Context, spec: ReportSpec, query: ReportQuery): Promise<ReportTable> {
  const { tx, session, services } = context;
  const now = services.now();
  const asked = readReportQuery(spec, query, session, now);
  const { tab, rows, values } = asked;
  const columns = columnsFor(context, tab.columns);
  const of = (days: { readonly from: string; readonly to: string }): ReturnType<typeof countTable> =>
    countTable(tx, askedBy(session, now, days), rows.levels, columns, values);
  const counts = await of(asked);
  const before = query.compare ? await of(asked.previous) : undefined;
  const users = rows.levels.includes('user') ? await listedUsers(context, values, query.inactive === 1) : [];
  const paths = withUsers(rows.levels, [...counts.paths, ...(before?.paths ?? [])], users);
  const chart = spec.chart && (await chartOf(context, spec.chart, asked));
  const names = await namesOf(context, rows.levels, paths, columns, counts, chart);
  const shown = columns.flatMap((column) => shownColumns(column, counts, names));
  const made = new Rows(rows.levels, shown, counts, before, names, new Set(users.map(({ id }) => id)));
  const { tree, leftOut } = made.tree(paths);
  return {
    as_of: now.toISOString(),
    from: asked.from,
    to: asked.to,
    ...(before ? { previous: asked.previous } : {}),
    tab: tab.id,
    group_by: rows.id,
    values,
    columns: shown.map(({ column: _column, ...one }) => one),
    rows: tree,
    totals: made.cells([]),
    left_out: leftOut,
    ...(chart && spec.chart ? { chart: shownChart(spec.chart, chart, names) } : {}),
  };
}

/** Amounts are for those who see orders (D-022); a dimension of a field that the role does not see is not there. */
function columnsFor({ session }: Context, columns: readonly ReportColumn[]): ReportColumn[] {
  const veiled = veiledFields(session);
  return columns.filter(
    ({ measure, by }) => (seesMoney(session) || !measureOf(measure).money) && !(by && veiled.has(dimensionOf(by).field ?? '')),
  );
}

type Placed = ShownColumn & { readonly column: ReportColumn };

function shownColumns(column: ReportColumn, counts: Counts, names: Names): Placed[] {
  const { measure, by, title, toOwner } = column;
  const { label, definition, unit, opens, ...how } = measureOf(measure);
  const common = {
    measure,
    definition,
    unit,
    opens,
    column,
    ...(toOwner ? { toOwner } : {}),
    ...(how.lessIsBetter ? { lessIsBetter: true as const } : {}),
  };
  if (!by) return [{ ...common, key: `${measure}${toOwner ? '-owner' : ''}`, title: title ?? label }];
  return names.inOrder(by, counts.keys(column)).map((key) => ({
    ...common,
    key: `${measure}-${by}-${key ?? ''}`,
    title: names.of(by, key),
    over: title ?? label,
    by: { dimension: by, value: key ?? '' },
  }));
}

/** The rows of the answer, from the paths that have facts and the users that are listed in any case. */
class Rows {
  constructor(
    private readonly levels: readonly DimensionId[],
    private readonly columns: readonly Placed[],
    private readonly counts: Counts,
    private readonly before: Counts | undefined,
    private readonly names: Names,
    private readonly listed: ReadonlySet<string>,
  ) {}

  cells(path: Path): ShownCell[] {
    return this.columns.map(({ column, by }) => {
      const key = by && (by.value === '' ? null : by.value);
      const number = this.counts.number(column, path, key);
      const old = this.before?.number(column, path, key);
      return { ...(number ?? { value: null }), ...(this.before ? { before: old?.value ?? null } : {}) };
    });
  }

  tree(paths: readonly Path[]): { readonly tree: ShownRow[]; readonly leftOut: number } {
    const below = new Map<string, Path[]>();
    for (const path of paths) {
      const above = JSON.stringify(path.slice(0, -1));
      below.set(above, [...(below.get(above) ?? []), path]);
    }
    let leftOut = 0;
    const rowsBelow = (above: Path): ShownRow[] => {
      const made = (below.get(JSON.stringify(above)) ?? []).flatMap((path) => {
        const dimension = this.levels[path.length - 1];
        if (!dimension) return [];
        const value = path.at(-1) ?? null;
        const inner = path.length < this.levels.length ? rowsBelow(path) : undefined;
        const cells = this.cells(path);
        const isListed = dimension === 'user' && value !== null && this.listed.has(value);
        if (!isListed && !inner?.length && cells.every(isNothing)) return [];
        return [
          { title: this.names.of(dimension, value), dimension, value: value ?? '', cells, ...(inner ? { rows: inner } : {}) },
        ];
      });
      leftOut += Math.max(0, made.length - mostRows);
      const [dimension] = this.levels.slice(above.length);
      return (dimension ? this.#ordered(dimension, made) : made).slice(0, mostRows);
    };
    return { tree: rowsBelow([]), leftOut };
  }

  #ordered(dimension: DimensionId, rows: ShownRow[]): ShownRow[] {
    const order = this.names.inOrder(
      dimension,
      rows.map(({ value }) => (value === '' ? null : value)),
    );
    const places = new Map(order.map((key, at) => [key ?? '', at]));
    return rows.sort((a, b) => (places.get(a.value) ?? 0) - (places.get(b.value) ?? 0));
  }
}

const isNothing = ({ value, before = null }: ShownCell): boolean => !value && !before;

interface ChartCounts {
  readonly counts: Counts;
  readonly paths: readonly Path[];
  readonly column: ReportColumn;
}

async function chartOf({ tx, session, services }: Context, chart: ReportChart, asked: ReportAsked): Promise<ChartCounts> {
  const column = { measure: chart.measure, ...(chart.parts ? { by: chart.parts } : {}) };
  const counts = await countTable(tx, askedBy(session, services.now(), asked), [chart.over], [column], asked.values);
  return { counts, paths: counts.paths, column };
}

function shownChart(
  { title, measure, over, parts }: ReportChart,
  { counts, paths, column }: ChartCounts,
  names: Names,
): ShownChart {
  const keys = parts ? names.inOrder(parts, counts.keys(column)) : [undefined];
  const valueAt = (path: Path, key: string | null | undefined): number => Number(counts.number(column, path, key)?.value ?? 0);
  const all = paths.map((path) => ({ path, values: keys.map((key) => valueAt(path, key)) }));
  const total = ({ values }: { readonly values: readonly number[] }): number => values.reduce((sum, one) => sum + one, 0);
  const inTime = ['hour', 'day', 'week', 'month'].includes(over);
  const order = new Map(
    names
      .inOrder(
        over,
        paths.map(([key]) => key ?? null),
      )
      .map((key, at) => [key, at]),
  );
  const place = ([key = null]: Path): number => order.get(key) ?? 0;
  all.sort((a, b) => (inTime ? place(a.path) - place(b.path) : total(b) - total(a)));
  return {
    title,
    unit: measureOf(measure).unit,
    parts: keys.map((key) => ({ key: key ?? '', title: parts ? names.of(parts, key ?? null) : measureOf(measure).label })),
    points: (inTime ? all : all.slice(0, mostPoints)).map(({ path, values }) => ({
      title: names.of(over, path[0] ?? null),
      values,
    })),
  };
}
