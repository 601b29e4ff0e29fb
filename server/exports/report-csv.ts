import { mayDo } from '../../src/schemas/kit/access';
import { notAllowed, problem } from '../../src/schemas/kit/problem';
import type { Report } from '../../src/schemas/kit/report';
import type { Bytes, Context } from '../context/context';
import { actorOf } from '../identity/sessions';
import { csvLine } from '../imports/write-csv';
import type { ReportQuery } from '../reports/report-query';
import { addSent } from './export-records';
import { reportOrder, reportPlan } from './report-plan';
import { mimeOf, plainCell } from './write-export';

/**
 * `?format=csv`: the table in the answer itself, for programs. It needs what an export needs, and is kept among the reader's exports,
 * without a file, before it is written: the call reads, so that this takes a transaction of its own.
 */
export async function noteReportCsv(
  { services, request, session }: Pick<Context, 'services' | 'request' | 'session'>,
  { report, access }: Report,
  query: ReportQuery,
): Promise<void> {
  if (!mayDo(session, access, 'export')) throw problem(403, notAllowed);
  const order = { resource: reportOrder(report), format: 'csv' as const, query: { ...query } };
  await services.store.transaction(actorOf(request, session.tenantId, session.userId), (tx) => addSent(tx, { session }, order));
}

export async function reportCsv(context: Context, { report }: Report, query: ReportQuery): Promise<Bytes> {
  const plan = await reportPlan({ resource: reportOrder(report), format: 'csv', query: { ...query } }, context);
  const { rows } = await plan.page(context, undefined, plan.pageRows);
  const body = `\uFEFF${csvLine(plan.titles)}${rows.map((cells) => csvLine(cells.map(plainCell))).join('')}`;
  const headers = { 'content-disposition': `attachment; filename="${report.name}.csv"`, 'cache-control': 'no-store' };
  return { raw: { body, type: `${mimeOf('csv')}; charset=utf-8` }, headers };
}
