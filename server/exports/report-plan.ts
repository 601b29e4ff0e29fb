import { reports } from '../../src/schemas/kit/all';
import { mayDo } from '../../src/schemas/kit/access';
import { readValues } from '../../src/schemas/kit/cells';
import { dimensionOf, isDimension } from '../../src/schemas/kit/dimensions';
import type { Unit } from '../../src/schemas/kit/measure-kinds';
import { notAllowed, problem } from '../../src/schemas/kit/problem';
import type { ReportSpec, ReportTable, ShownCell, ShownRow } from '../../src/schemas/kit/report';
import type { Context } from '../context/context';
import { entityTexts } from '../reports/report-entity';
import { filterNames } from '../reports/report-names';
import { reportTable } from '../reports/report-table';
import { withColumns } from '../../src/schemas/kit/report-view';
import type { ReportQuery } from '../reports/report-query';
import { wallText } from '../domain/wall-time';
import { wallTime, type Cell } from './export-columns';
import type { ExportFormat } from '../../src/schemas/calls/list-work';
import type { ExportOrder, ExportPlan } from './export-plan';

const mark = 'report-';
/** The order's `resource` where a report is exported instead of a resource's list. */
export const reportOrder = ({ name }: ReportSpec): string => `${mark}${name}`;
export const isReportOrder = ({ resource }: Pick<ExportOrder, 'resource'>): boolean => resource.startsWith(mark);

/** The table as the page shows it, subtotals above their rows and the total first; one page, since it is counted as a whole. */
export async function reportPlan({ resource, query, format }: ExportOrder, context: Context): Promise<ExportPlan> {
  const report = reports.find(({ name }) => name === resource);
  if (!report) throw problem(404, 'This report does not exist.');
  if (!mayDo(context.session, report.access, 'export')) throw problem(403, notAllowed);
  const { report: spec } = report;
  const asked: ReportQuery = query;
  const flipped = Array.isArray(query['columns']) ? query['columns'].map(String) : [];
  const table = withColumns(await reportTable(context, spec, asked), flipped);
  return tablePlan(context, { spec, table, asked, format });
}

/** A table that has been counted, as a file; with a period before, its numbers stand next to those of this one. */
export async function tablePlan(
  context: Context,
  { spec, table, asked, format }: CountedReport & { readonly format: ExportFormat },
): Promise<ExportPlan> {
  const { levels } = table;
  const withEntity = await entityTexts(context);
  const zone = context.session.timezone;
  const moment = (at: string): Cell => (format === 'xlsx' ? wallTime(at, zone) : wallText(at, zone));
  const rows = flat(table, levels.length, moment);
  const each = <T>(of: (column: ReportTable['columns'][number], before: boolean) => T): T[] =>
    table.columns.flatMap((column) => (table.previous ? [of(column, false), of(column, true)] : [of(column, false)]));
  return {
    name: withEntity(spec.title),
    titles: [
      ...levels.map((id) => withEntity(dimensionOf(id).label)),
      ...each(({ over, title, unit }, before) =>
        withUnit(`${over ? `${over}: ` : ''}${title}${before ? ', previous period' : ''}`, unit),
      ),
    ],
    widths: [...levels.map(() => 24), ...each(widthOf)],
    pageRows: 5000,
    count: async () => rows.length,
    page: async () => ({ rows, next: undefined }),
    about: async (now) => [
      ...(await filterLines(now, { spec, table, asked })),
      ...table.columns.map(({ title, definition }) => [title, definition]),
    ],
  };
}

export interface CountedReport {
  readonly spec: ReportSpec;
  readonly table: ReportTable;
  readonly asked: ReportQuery;
}

/** A number is narrow, with its title in several lines. */
export const widthOf = ({ over = '', title, unit }: Pick<ReportTable['columns'][number], 'over' | 'title' | 'unit'>): number =>
  Math.max(unit === 'moment' || unit === 'text' ? 18 : 9, ...`${over} ${title}`.split(' ').map((word) => word.length + 2));
export const withUnit = (title: string, unit: Unit): string => (title.endsWith('%') ? title : title + unitText(unit));
const unitText = (unit: Unit): string =>
  ({
    seconds: ' (s)',
    minutes: ' (min)',
    hours: ' (h)',
    days: ' (days)',
    rupees: ' (₹)',
    percent: ' (%)',
    count: '',
    moment: '',
    text: '',
  })[unit];

function flat(table: ReportTable, levels: number, moment: (at: string) => Cell): Cell[][] {
  const numbers = (cells: readonly ShownCell[]): Cell[] =>
    cells.flatMap(({ value, before = null }, at) => {
      const cellOf = (one: ShownCell['value']): Cell => {
        if (one === null) return null;
        const unit = table.columns[at]?.unit;
        if (unit === 'moment') return moment(String(one));
        return unit === 'text' ? String(one) : Math.round(Number(one) * 100) / 100;
      };
      return table.previous ? [cellOf(value), cellOf(before)] : [cellOf(value)];
    });
  const names = (path: readonly string[]): Cell[] => Array.from({ length: levels }, (_, at) => path[at] ?? null);
  const below = (rows: readonly ShownRow[], above: readonly string[]): Cell[][] =>
    rows.flatMap((row) => {
      const path = [...above, row.title];
      return [[...names(path), ...numbers(row.cells)], ...below(row.rows ?? [], path)];
    });
  return [[...names(['Total']), ...numbers(table.totals)], ...below(table.rows, [])];
}

/** What the numbers are of, as pairs of a name and a value: the second sheet of a spreadsheet, and the head of an email. */
export async function filterLines(context: Context, { spec, table, asked }: CountedReport): Promise<[string, string][]> {
  const withEntity = await entityTexts(context);
  const values = { ...table.values, ...readValues('filters', asked.filters ?? '') };
  const names = await filterNames(context, values);
  return [
    ['Report', withEntity(spec.title)],
    ['From', table.from],
    ['To', table.to],
    ...(table.previous ? [line('Previous period', `${table.previous.from} to ${table.previous.to}`)] : []),
    ['Time zone', context.session.timezone],
    ['As of', wallText(table.as_of, context.session.timezone)],
    ['Columns', spec.tabs.find(({ id }) => id === table.tab)?.label ?? table.tab],
    ['Rows', withEntity(spec.rows.find(({ id }) => id === table.group_by)?.label ?? table.group_by)],
    ...(asked.inactive === 1 ? [line('Inactive users', 'Included')] : []),
    ...Object.entries(values).flatMap(([id, keys]) =>
      isDimension(id) ? [line(withEntity(dimensionOf(id).label), keys.map((key) => names(id, key)).join(', '))] : [],
    ),
  ];
}
const line = (name: string, text: string): [string, string] => [name, text];
