import { mayDo } from '../../src/schemas/kit/access';
import { notAllowed, problem } from '../../src/schemas/kit/problem';
import type { Report } from '../../src/schemas/kit/report';
import type { Bytes, Context } from '../context/context';
import { csvLine } from '../imports/write-csv';
import type { ReportQuery } from '../reports/report-query';
import { addExport, noteSent } from './export-records';
import { reportOrder, reportPlan } from './report-plan';
import { mimeOf, plainCell } from './write-export';

/**
 * `?format=csv`: the table in the answer itself, for programs. It needs what an export needs, and is kept among the reader's exports
 * as one whose file was not stored.
 */
export async function reportCsv(context: Context, { report, access }: Report, query: ReportQuery): Promise<Bytes> {
  if (!mayDo(context.session, access, 'export')) throw problem(403, notAllowed);
  const plan = await reportPlan({ resource: reportOrder(report), format: 'csv', query: { ...query } }, context);
  const { rows } = await plan.page(context, undefined, plan.pageRows);
  const id = await addExport(context.tx, context, { resource: reportOrder(report), format: 'csv', query: { ...query } });
  await noteSent(context.tx, context.session.tenantId, id, rows.length);
  const body = `\uFEFF${csvLine(plan.titles)}${rows.map((cells) => csvLine(cells.map(plainCell))).join('')}`;
  const headers = { 'content-disposition': `attachment; filename="${report.name}.csv"`, 'cache-control': 'no-store' };
  return { raw: { body, type: `${mimeOf('csv')}; charset=utf-8` }, headers };
}
