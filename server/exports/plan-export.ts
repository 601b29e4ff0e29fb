import {
  attendanceExport,
  authTimeExport,
  callSummaryExport,
  hierarchyExport,
  type AnyOrder,
  type AttendanceOrder,
  type AuthTimeOrder,
  type ExportOrder,
  type ExportPlan,
  type TimelineOrder,
} from './export-plan';
import sql, { raw } from 'sql-template-tag';
import { points } from '../../src/schemas/kit/required-message';
import { keyOf, pluralOf, type AnyResource } from '../../src/schemas/kit/resource';
import { presentRows } from '../catalogue/answers';
import { withAsked } from '../catalogue/asked-columns';
import { chosenRows } from '../catalogue/chosen-rows';
import { withCustomOf } from '../catalogue/custom-specs';
import { hooksOf } from '../hooks/all';
import type { RowsAsked } from '../catalogue/list';
import type { Context } from '../context/context';
import { keyColumn, table } from '../store/identifiers';
import { over } from '../store/list-query';
import { hasLongValues } from '../store/listed-columns';
import { typeOfColumn } from '../store/list-request';
import { listOf } from '../bulk/list-of';
import { attendancePlan } from './attendance-plan';
import { authTimePlan } from './auth-time-plan';
import { callSummaryPlan } from './call-summary-plan';
import { exportColumns } from './export-columns';
import { hierarchyPlan } from './hierarchy-plan';
import { isReportOrder, reportPlan } from './report-plan';
import { timelinePlan } from './timeline-plan';

/** An export of a list, as this person may make it: the filters, order and columns are checked before anything is written. */
export async function planExport(order: AnyOrder, context: Context): Promise<ExportPlan> {
  if (isOfTimeline(order)) return timelinePlan(order, context);
  if (isOfAttendance(order)) return attendancePlan(order.query, context);
  if (isOfAuthTime(order)) return authTimePlan(order, context);
  if (order.resource === hierarchyExport) return hierarchyPlan(context);
  if (isReportOrder(order)) return reportPlan(order, context);
  if (order.resource === callSummaryExport) return callSummaryPlan(order, context);
  const plain = listOf(order.resource, context.session, ['list', 'export']);
  const resource = await withCustomOf(plain, context);
  const columns = exportColumns(resource, order.columns, order.format, context.session);
  const names = new Set(columns.map((column) => column.name));
  const labelled = [...names].filter((name) => points(resource, name) || name === 'created_by' || name === 'updated_by');
  // References of the chosen columns come with their texts, and none for a file of plain values.
  const shaped: AnyResource = {
    ...plain,
    columns: order.format === 'csv_import' ? [] : [...new Set([...(plain.columns ?? []), ...labelled])],
  };
  const asked = await askedFor(plain, order, context);
  return {
    name: pluralOf(plain),
    titles: columns.map(({ title }) => title),
    pageRows: hasLongValues(plain) ? 10 : 200,
    async count({ tx, session }) {
      const match = asked.list.matching(session.tenantId, asked.request, [...asked.where, asked.scope]);
      const counted = sql`select 1 from ${table(plain)} where ${match} limit ${mostCounted}`;
      const row = await tx.one<{ n: number }>(over(plain, asked.rows, sql`select count(*) as n from (${counted}) as "~some"`));
      return row.n < mostCounted ? row.n : undefined;
    },
    async page(now, after, limit) {
      const { offset: _, after: __, before: ___, ...rest } = asked.request;
      const request = { ...rest, offset: 0, limit, count: 'none' as const, whole: true, ...(after ? { after } : {}) };
      const page = await asked.list.page(now.tx, now.session.tenantId, request, asked.where, asked.scope, asked);
      const shown = await presentRows(shaped, withAsked(plain, hooksOf(plain), names, now.session), page.rows, now, 'list');
      return { rows: shown.map((row) => columns.map((column) => column.cell(row))), next: page.next };
    },
  };
}

const isOfTimeline = (order: AnyOrder): order is TimelineOrder => order.resource === 'timeline';
const isOfAttendance = (order: AnyOrder): order is AttendanceOrder => order.resource === attendanceExport;
const isOfAuthTime = (order: AnyOrder): order is AuthTimeOrder => order.resource === authTimeExport;

const mostCounted = 10_001;

async function askedFor(resource: AnyResource, { query, ids }: ExportOrder, context: Context): Promise<RowsAsked> {
  const asked = await chosenRows(resource, hooksOf(resource), context, query);
  if (!ids) return asked;
  const type = raw(typeOfColumn(resource, keyOf(resource).name));
  const chosen = sql`${keyColumn(resource)} = any(${ids.map(String)}::${type}[])`;
  return { ...asked, where: [...asked.where, chosen] };
}
