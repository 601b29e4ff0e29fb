import { callHistoryExport } from '../../src/schemas/calls/call-history';
import { summaryGroups, type CallSummary, type CallSummaryRow } from '../../src/schemas/kit/call-summary';
import { rowTitleOf, summaryColumns, summaryTabs, type SummaryTab as Tab } from '../../src/schemas/kit/call-summary-columns';
import { mayDo } from '../../src/schemas/kit/access';
import { historyTypes, historyTypeLabels } from '../../src/schemas/kit/call-types';
import { isOneOf } from '../../src/schemas/kit/is-one-of';
import { phoneText } from '../../src/schemas/kit/phone-text';
import { notAllowed, problem } from '../../src/schemas/kit/problem';
import { callHistory } from '../../src/schemas/leads/calls-history';
import { refuseOpenFilters } from '../catalogue/chosen-rows';
import type { Context } from '../context/context';
import { callSummary } from './call-summary';
import type { ListRequest } from '../store/list-request';
import { wallText } from '../domain/wall-time';
import { wallTime, type Cell } from './export-columns';
import type { ExportOrder, ExportPlan } from './export-plan';
import { cellLines, filterLines } from './list-filter-lines';
import { widthOf, withUnit } from './report-plan';

/** The figures above the call history as the page shows them, the total first; one page, since they are counted as a whole. */
export async function callSummaryPlan({ query: asked, format }: ExportOrder, context: Context): Promise<ExportPlan> {
  const { session } = context;
  if (!mayDo(session, callHistoryExport.access, 'export')) throw problem(403, notAllowed);
  const { group: by, ...query } = asked;
  refuseOpenFilters(query);
  const group = isOneOf(summaryGroups, by) ? by : 'user';
  const tab = summaryTabs.find(({ name }) => name === group)!;
  const { summary, request, hasDays } = await callSummary(context, group, query);
  const moment = (at: string): Cell => (format === 'xlsx' ? wallTime(at, session.timezone) : wallText(at, session.timezone));
  const cells = (row: CallSummaryRow): Cell[] =>
    summaryColumns.map(({ unit, value }) => cellOf(value(row), unit === 'moment' ? moment : undefined));
  const total = { ...summary.total, key: null, label: null, worked_s: null };
  const rows = [['Total', ...cells(total)], ...summary.rows.map((row) => [nameOf(row, tab), ...cells(row)])];
  return {
    name: `Call history ${tab.text.toLowerCase()}`,
    titles: [rowTitleOf(tab), ...summaryColumns.map(({ title, unit }) => withUnit(title, unit))],
    widths: [24, ...summaryColumns.map(widthOf)],
    pageRows: 5000,
    count: async () => rows.length,
    page: async () => ({ rows, next: undefined }),
    about: async (now) => [
      ...daysLines(summary, hasDays),
      ['Time zone', session.timezone],
      ['As of', wallText(summary.as_of, session.timezone)],
      ['Rows', rowTitleOf(tab)],
      ...(await narrowed(now, query, request)),
      ...summaryColumns.map(({ title, help }) => [title, help]),
    ],
  };
}

function cellOf(value: number | string | null, moment: ((at: string) => Cell) | undefined): Cell {
  if (value === null) return null;
  return moment ? moment(String(value)) : Math.round(Number(value) * 100) / 100;
}

function nameOf({ key, label }: CallSummaryRow, { name, unset }: Tab): string {
  if (key === null) return unset;
  return name === 'number' ? phoneText(key) : (label ?? 'Former entry');
}

const daysLines = ({ from, to }: CallSummary, hasDays: boolean): Cell[][] =>
  hasDays
    ? [
        ['From', from],
        ['To', to],
      ]
    : [['Days', 'All days']];

/** The tab of the list, its filters, its search and the number of a report that it shows. */
async function narrowed(context: Context, query: ExportOrder['query'], request: ListRequest): Promise<Cell[][]> {
  const type = String(query['type'] ?? 'all');
  return [
    ['Type of call', isOneOf(historyTypes, type) ? historyTypeLabels[type] : type],
    ...(await filterLines(context, callHistory, request)),
    ...(request.q ? [['Search', request.q]] : []),
    ...(await cellLines(context, query['cell'])),
  ];
}
