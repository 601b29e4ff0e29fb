import sql from 'sql-template-tag';
import { reportExport } from '../../../src/schemas/calls/list-work';
import { actsOnPage, cellActs } from '../../../src/schemas/calls/reports';
import { readCell } from '../../../src/schemas/kit/cells';
import { reports } from '../../../src/schemas/kit/all';
import { mayDo } from '../../../src/schemas/kit/access';
import { measureOf } from '../../../src/schemas/kit/measures';
import { invalid, notAllowed, problem } from '../../../src/schemas/kit/problem';
import { leads } from '../../../src/schemas/leads/leads';
import { users } from '../../../src/schemas/access-control/users';
import { veilAs } from '../../catalogue/field-rules';
import type { Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import type { ExportOrder } from '../../exports/export-plan';
import { planExport } from '../../exports/plan-export';
import { queueExport } from '../../exports/queue-export';
import { noteReportCsv, reportCsv } from '../../exports/report-csv';
import { reportOrder } from '../../exports/report-plan';
import { actKinds, type ActKind } from '../../../src/schemas/kit/act-kinds';
import { askedBy } from '../../measures/asked';
import { checkCell, countedFacts } from '../../measures/cell';
import { reportWithCards } from '../../reports/report-cards';
import type { ReportQuery } from '../../reports/report-query';

/** One handler for each report; what it answers is the report's own declaration. */
export const handlers: Handlers = Object.assign(
  {},
  ...reports.map((call) =>
    handle(call, {
      before: async (outside) => {
        const { format, ...query }: ReportQuery & { readonly format?: string } = outside.query;
        if (format === 'csv') {
          await noteReportCsv(outside, call, query);
          return (context) => reportCsv(context, call, query);
        }
        return async (context) => {
          const data = await reportWithCards(context, call.report, query);
          return { data, more: { count: data.rows.length } };
        };
      },
    }),
  ),
  handle(reportExport, exportReport),
  handle(cellActs, actsOfCell),
);

async function exportReport(context: CallContext<typeof reportExport>): Promise<CallReply<typeof reportExport>> {
  const { params, session, body } = context;
  const report = reports.find((one) => one.report.name === params['report']);
  if (!report) throw problem(404, 'This report does not exist.');
  if (!mayDo(session, report.access, 'export')) throw problem(403, notAllowed);
  const order: ExportOrder = { resource: reportOrder(report.report), format: body.format, query: body.query ?? {} };
  await planExport(order, context);
  return queueExport(context, order);
}

async function actsOfCell(context: CallContext<typeof cellActs>): Promise<CallReply<typeof cellActs>> {
  const { tx, session, services, query } = context;
  const cell = readCell(query.cell);
  checkCell(cell, session);
  if (measureOf(cell.measure).opens !== 'acts')
    throw invalid('cell', `'${measureOf(cell.measure).label}' does not count the rows of this list`);
  if (cell.from > cell.to) throw invalid('cell', 'The range of the cell ends before it begins');
  const facts = countedFacts(askedBy(session, services.now(), cell), cell);
  if (!facts) throw invalid('cell', `'${measureOf(cell.measure).label}' cannot be narrowed like this`);
  const rows = await tx.rows<Row>(sql`
    select a.*, u."name" as "user_name", o."name" as "lead_name", c."previous_btn_message" as "from_stage", c."btn_message" as "to_stage",
      k."talk_s", coalesce(c."message", p."note", n."body") as "comment" from (
      select f."id", split_part(f."id", ':', 2) as "row_id", f."kind", f."at", f."user_id", f."lead_id", count(*) over ()::int as "total" from ${facts}
      order by f."at" desc, f."id" desc limit ${actsOnPage} offset ${(query.page - 1) * actsOnPage}) a
    left join "users" u on u."tenant_id" = ${session.tenantId} and u."id" = a."user_id"
    left join "leads" o on o."tenant_id" = ${session.tenantId} and o."id" = a."lead_id"
    left join "call_actions" c on a."kind" = 'call_action' and c."tenant_id" = ${session.tenantId} and c."id" = a."row_id"
    left join "calls" k on a."kind" in ('call_out', 'call_in') and k."tenant_id" = ${session.tenantId} and k."id" = a."row_id"
    left join "follow_ups" p on a."kind" in ('follow_up_added', 'follow_up_done') and p."tenant_id" = ${session.tenantId} and p."id" = a."row_id"
    left join "notes" n on a."kind" = 'note' and n."tenant_id" = ${session.tenantId} and n."id" = a."row_id"
      and (n."created_by" = ${session.userId} or n."visibility" = 'tenant')
    order by a."at" desc, a."id" desc`);
  const data = rows.map(({ total: _total, row_id: _id, ...row }) => {
    const shown = veilAs(users, session, veilAs(leads, session, row, ofLead), { user_name: 'name' });
    return { ...shown, act: actKinds[row.kind] };
  });
  return { data, more: { count: rows[0]?.total ?? 0 } };
}

const ofLead = {
  lead_name: 'name',
  from_stage: 'last_callaction_btn_message',
  to_stage: 'last_callaction_btn_message',
  comment: 'last_callaction_message',
};

interface Row {
  readonly id: string;
  readonly row_id: string;
  readonly kind: ActKind;
  readonly at: string;
  readonly user_id: string;
  readonly user_name: string;
  readonly lead_id: string;
  readonly lead_name: string;
  readonly from_stage: string | null;
  readonly to_stage: string | null;
  readonly talk_s: number | null;
  readonly comment: string | null;
  readonly total: number;
}
