import { reports } from '../../src/schemas/kit/all';
import { mayDo } from '../../src/schemas/kit/access';
import { readValues } from '../../src/schemas/kit/cells';
import { dimensionOf, isDimension } from '../../src/schemas/kit/dimensions';
import type { Unit } from '../../src/schemas/kit/measures';
import { notAllowed, problem } from '../../src/schemas/kit/problem';
import type { ReportSpec, ReportTable, ShownCell, ShownRow } from '../../src/schemas/kit/report';
import type { Context } from '../context/context';
import { filterNames } from '../reports/report-names';
import { reportTable } from '../reports/report-table';
import type { ReportQuery } from '../reports/report-query';
import type { Cell } from './export-columns';
import type { ExportOrder, ExportPlan } from './export-plan';

const mark = 'report-';
/** The order's `resource` where a report is exported instead of a resource's list. */
export const reportOrder = ({ name }: ReportSpec): string => `${mark}${name}`;
export const isReportOrder = ({ resource }: Pick<ExportOrder, 'resource'>): boolean => resource.startsWith(mark);

/** The table as the page shows it, subtotals above their rows and the total first; one page, since it is counted as a whole. */
export async function reportPlan({ resource, query }: ExportOrder, context: Context): Promise<ExportPlan> {
  const report = reports.find(({ name }) => name === resource);
  if (!report) throw problem(404, 'This report does not exist.');
  if (!mayDo(context.session, report.access, 'export')) throw problem(403, notAllowed);
  const { report: spec } = report;
  const asked: ReportQuery = query;
  const table = await reportTable(context, spec, asked);
  const levels = spec.rows.find(({ id }) => id === table.group_by)?.levels ?? [];
  return {
    name: spec.title.replace(/\{entity\}\s?/, ''),
    titles: [
      ...levels.map((id) => dimensionOf(id).label),
      ...table.columns.map(({ over, title, unit }) => `${over ? `${over}: ` : ''}${title}${unitText(unit)}`),
    ],
    pageRows: 5000,
    count: async () => flat(table, levels.length).length,
    page: async () => ({ rows: flat(table, levels.length), next: undefined }),
    about: async (now) => filtersOf(now, spec, table, asked),
  };
}

const unitText = (unit: Unit): string =>
  ({ seconds: ' (s)', minutes: ' (min)', rupees: ' (₹)', percent: ' (%)', count: '', moment: '' })[unit];

function flat(table: ReportTable, levels: number): Cell[][] {
  const numbers = (cells: readonly ShownCell[]): Cell[] =>
    cells.map(({ value }, at) => {
      if (value === null) return null;
      if (table.columns[at]?.unit === 'moment') return String(value);
      return Math.round(Number(value) * 100) / 100;
    });
  const names = (path: readonly string[]): Cell[] => Array.from({ length: levels }, (_, at) => path[at] ?? null);
  const below = (rows: readonly ShownRow[], above: readonly string[]): Cell[][] =>
    rows.flatMap((row) => {
      const path = [...above, row.title];
      return [[...names(path), ...numbers(row.cells)], ...below(row.rows ?? [], path)];
    });
  return [[...names(['Total']), ...numbers(table.totals)], ...below(table.rows, [])];
}

/** The second sheet of a spreadsheet: what the numbers are of. */
async function filtersOf(context: Context, spec: ReportSpec, table: ReportTable, query: ReportQuery): Promise<Cell[][]> {
  const values = readValues('filters', query.filters ?? '');
  const names = await filterNames(context, values);
  return [
    ['Report', spec.title],
    ['From', table.from],
    ['To', table.to],
    ['Time zone', context.session.timezone],
    ['As of', table.as_of],
    ['Columns', spec.tabs.find(({ id }) => id === table.tab)?.label ?? table.tab],
    ['Rows', spec.rows.find(({ id }) => id === table.group_by)?.label ?? table.group_by],
    ...Object.entries(values).flatMap(([id, keys]) =>
      isDimension(id) ? [[dimensionOf(id).label, keys.map((key) => names(id, key)).join(', ')]] : [],
    ),
    ...table.columns.map(({ title, definition }) => [title, definition]),
  ];
}
