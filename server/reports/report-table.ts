import type { DimensionId } from '../../src/schemas/kit/dimensions';
import type { ReportChart, ReportSpec, ReportTab, ReportTable, ShownCell, ShownRow } from '../../src/schemas/kit/report';
import type { Context } from '../context/context';
import type { Session } from '../context/session';
import { askedBy } from '../measures/asked';
import { measuresSeen, veiledFor } from '../measures/cell';
import { countTable, type CellNumber, type Column, type Counts } from '../measures/count-table';
import { isOfNow } from '../measures/countings';
import { awayHours, type AwayHours } from './away-hours';
import { chartCounts, shownChart } from './report-chart';
import { columnsFor, shownColumns, type Placed } from './report-columns';
import { namesOf, type Names } from './report-names';
import { readReportQuery, type ReportQuery } from './report-query';
import { listedUsers, withUsers, type Path } from './report-users';

/** Rows of the innermost level that people can still read. */
const mostRows = 2000;

/** The table of a report as this reader sees it. */
export async function reportTable(context: Context, spec: ReportSpec, query: ReportQuery): Promise<ReportTable> {
  const { tx, session, services } = context;
  const now = services.now();
  const asked = readReportQuery(spec, query, session, now);
  const { tab, rows, values } = asked;
  const columns = await columnsFor(context, tab);
  const of = (days: { readonly from: string; readonly to: string }): ReturnType<typeof countTable> =>
    countTable(tx, askedBy(session, now, days), rows.levels, columns, values);
  const counts = await of(asked);
  const before = query.compare ? await of(asked.previous) : undefined;
  const users = rows.levels.includes('user') ? await listedUsers(context, values, query.inactive === 1) : [];
  const paths = withUsers(rows.levels, [...counts.paths, ...(before?.paths ?? [])], users);
  const drawn = seenChart(tab.chart ?? spec.chart, tab, session);
  const chart = drawn && (await chartCounts(context, drawn, asked, { counts, columns }));
  const names = await namesOf(context, rows.levels, paths, columns, counts, chart);
  const shown = shownColumns(columns, counts, names, tab.stacked === true);
  const away = spec.away && asked.from === asked.to ? await awayHours(context, users, asked.from, now) : undefined;
  const made = new Rows(rows.levels, shown, counts, before, names, new Set(users.map(({ id }) => id)), away);
  const { tree, leftOut } = made.tree(paths);
  return {
    as_of: now.toISOString(),
    from: asked.from,
    to: asked.to,
    ...(before ? { previous: asked.previous } : {}),
    tab: tab.id,
    group_by: rows.id,
    levels: rows.levels,
    ...(tab.stacked ? { stacked: true as const } : {}),
    values,
    columns: shown.map(({ column: _column, ...one }) => one),
    rows: tree,
    totals: made.cells([]),
    left_out: leftOut,
    ...(chart && drawn ? { chart: shownChart(drawn, chart, names) } : {}),
  };
}

/** A chart by what the role does not see is not drawn. */
function seenChart(chart: ReportChart | undefined, { columns: [first] }: ReportTab, session: Session): ReportChart | undefined {
  const by = chart && [chart.over, ...(chart.parts ? [chart.parts] : [])];
  const measure = chart?.measure ?? first?.measure;
  return (measure && !measuresSeen(session)(measure)) || by?.some(veiledFor(session)) ? undefined : chart;
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
    private readonly away: AwayHours | undefined,
  ) {}

  cells(path: Path): ShownCell[] {
    return this.columns.map(({ column, by }) => {
      const keys = by && (by.values ?? [by.value]).map((value) => value || null);
      const number = sumOf(this.counts, column, path, keys);
      const old = this.before && !isOfNow(column.measure) ? sumOf(this.before, column, path, keys) : undefined;
      const away = by?.dimension === 'work_hour' ? this.#awayIn(path, by.value) : undefined;
      return {
        ...(number ?? { value: null }),
        ...(this.before ? { before: old?.value ?? null } : {}),
        ...(away ? { away } : {}),
      };
    });
  }

  #awayIn(path: Path, hour: string): string | undefined {
    const user = path[this.levels.indexOf('user')];
    return user ? this.away?.(user, hour) : undefined;
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
          {
            title: this.names.of(dimension, value),
            dimension,
            value: value ?? '',
            cells,
            ...(inner?.length ? { rows: inner } : {}),
          },
        ];
      });
      leftOut += Math.max(0, made.length - mostRows);
      const kept = made.length > mostRows ? made.toSorted((a, b) => firstNumber(b) - firstNumber(a)).slice(0, mostRows) : made;
      const [dimension] = this.levels.slice(above.length);
      return dimension ? this.#ordered(dimension, kept) : kept;
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

/** Of a column that stands for several values: a fact has one of them only, so that their numbers add up. */
function sumOf(counts: Counts, column: Column, path: Path, keys: readonly (string | null)[] = []): CellNumber | undefined {
  const [first, ...others] = keys.map((key) => counts.number(column, path, key));
  if (!keys.length) return counts.number(column, path);
  return others.reduce<CellNumber | undefined>(
    (sum, one) => sum && { value: Number(sum.value ?? 0) + Number(one?.value ?? 0) },
    first,
  );
}

const firstNumber = ({ cells: [first] }: ShownRow): number => Number(first?.value ?? 0);

const isNothing = ({ value, before = null }: ShownCell): boolean => !value && !before;
