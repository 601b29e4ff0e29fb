import sql, { type Sql } from 'sql-template-tag';
import { reports } from '../../../src/schemas/kit/all';
import { mayDo } from '../../../src/schemas/kit/access';
import { invalid, notAllowed, problem } from '../../../src/schemas/kit/problem';
import type { Report } from '../../../src/schemas/kit/report';
import { isAdministrator } from '../../../src/schemas/kit/roles';
import {
  addReportSchedule,
  changeReportSchedule,
  deleteReportSchedule,
  reportSchedulesList,
  type ShownSchedule,
} from '../../../src/schemas/calls/report-schedules';
import type { ScheduleTime } from '../../../src/schemas/kit/report-schedule';
import type { Context, Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import type { Session } from '../../context/session';
import { loadUser } from '../../identity/sessions';
import { readReportQuery } from '../../reports/report-query';
import { checkRecipients, scheduledQuery, whyNot } from './schedule-job';
import { nextSlot } from '../../reports/schedule-slots';
import { newId } from '../../store/ids';

export const handlers: Handlers = {
  ...handle(reportSchedulesList, list),
  ...handle(addReportSchedule, add),
  ...handle(changeReportSchedule, change),
  ...handle(deleteReportSchedule, remove),
};

/** The maximum of schedules per person. */
const most = 200;

/** Of an author or a recipient; the administrator sees all. */
const seenBy = (session: Session): Sql =>
  isAdministrator(session) ? sql`true` : sql`(s."user_id" = ${session.userId} or jsonb_exists(s."user_ids", ${session.userId}))`;

/** A schedule whose job gave up, or whose emails the provider refused, says so. */
async function list(context: CallContext<typeof reportSchedulesList>): Promise<CallReply<typeof reportSchedulesList>> {
  const { tx, session } = context;
  const rows = await tx.rows<ShownSchedule & { job_failed: string | null; refused: number }>(sql`
    select s."id", s."report", s."name", coalesce(s."address", '') as "address", s."range", s."frequency", s."weekday", s."month_day", s."hour", s."format",
      u."name" as "user_name", s."status", s."next_at", s."last_at", s."last_result", coalesce(s."failed", false) as "failed",
      (s."user_id" = ${session.userId} or ${isAdministrator(session)}) as "mine",
      (select coalesce(jsonb_agg(r."name" order by lower(r."name")), '[]') from "users" r
        where r."tenant_id" = s."tenant_id" and jsonb_exists(s."user_ids", r."id")) as "recipients",
      (select coalesce(j."message", 'The report could not be made.') from "jobs" j
        where j."tenant_id" = s."tenant_id" and j."id" = s."job_id" and j."state" = 'failed') as "job_failed",
      (select count(*)::int from "outbox_messages" o where o."tenant_id" = s."tenant_id" and o."state" = 'failed'
        and jsonb_exists(coalesce(s."message_ids", '[]'), o."id")) as "refused"
    from "report_schedules" s left join "users" u on u."tenant_id" = s."tenant_id" and u."id" = s."user_id"
    where s."tenant_id" = ${session.tenantId} and s."deleted_at" is null and ${seenBy(session)}
    order by lower(s."name"), s."id" limit 500`);
  const data = rows.map(({ job_failed: failed, refused, ...row }) => ({
    ...row,
    ...(failed ? { failed: true, last_result: failed } : {}),
    ...(refused && !failed
      ? { failed: true, last_result: `${row.last_result ?? ''} The mail server refused ${refused} of the emails.`.trim() }
      : {}),
  }));
  return { data };
}

async function add(context: CallContext<typeof addReportSchedule>): Promise<CallReply<typeof addReportSchedule>> {
  const { tx, session, services, body } = context;
  const report = reportNamed(body.report, session);
  const { range, address = '', format, user_ids: recipients } = body;
  const name = body.name.trim();
  if (!name) throw invalid('name', 'Name is required');
  if (report.report.single && range !== 'today' && range !== 'yesterday')
    throw invalid('range', 'This report is of a single day: choose today or yesterday');
  const time = timeOf(body);
  const now = services.now();
  // What the report would refuse is refused now and not every morning.
  readReportQuery(report.report, scheduledQuery({ address, range }, session, now), session, now);
  await checkRecipients(tx, session.tenantId, report, recipients);
  const kept = await tx.one<{ n: number }>(sql`
    select count(*)::int as n from "report_schedules" where "tenant_id" = ${session.tenantId} and "user_id" = ${session.userId}
      and "deleted_at" is null`);
  if (kept.n >= most) throw problem(409, `You already have ${most} scheduled reports, the maximum. Delete one first.`);
  const id = newId();
  await tx.run(sql`
    insert into "report_schedules" ("tenant_id", "id", "report", "name", "address", "range", "frequency", "weekday", "month_day", "hour",
      "format", "user_id", "user_ids", "status", "next_at")
    values (${session.tenantId}, ${id}, ${report.report.name}, ${name}, ${address}, ${range}, ${time.frequency}, ${time.weekday ?? null},
      ${time.month_day ?? null}, ${time.hour}, ${format ?? null}, ${session.userId}, ${JSON.stringify(recipients)}::jsonb, 1,
      ${nextSlot(time, session.timezone, now).toISOString()}::timestamptz)`);
  return { message: 'Report scheduled.', data: { id } };
}

function reportNamed(name: string, session: Session): Report {
  const report = reports.find((one) => one.report.name === name);
  if (!report) throw invalid('report', 'This report does not exist');
  if (!mayDo(session, report.access, 'export')) throw problem(403, notAllowed);
  return report;
}

function timeOf({ frequency, weekday, month_day: day, hour }: ScheduleTime): ScheduleTime {
  if (frequency === 'weekly' && !weekday) throw invalid('weekday', 'Choose the day of the week');
  if (frequency === 'monthly' && !day) throw invalid('month_day', 'Choose the day of the month');
  return { frequency, hour, ...(frequency === 'weekly' ? { weekday } : frequency === 'monthly' ? { month_day: day } : {}) };
}

/** Resuming begins with the next slot: those of the pause are not made up for. */
async function change(context: CallContext<typeof changeReportSchedule>): Promise<CallReply<typeof changeReportSchedule>> {
  const { tx, session, services, body } = context;
  const one = await ownSchedule(context);
  const next = nextSlot(one, session.timezone, services.now()).toISOString();
  if (body.status === 1) await checkResumed(context, one);
  await tx.run(sql`
    update "report_schedules" set "status" = ${body.status}, "failed" = case when ${body.status === 1} then false else "failed" end,
      "next_at" = case when ${body.status === 1} then ${next}::timestamptz else "next_at" end
    where "tenant_id" = ${session.tenantId} and "id" = ${one.id}`);
  return { message: body.status === 1 ? 'Schedule resumed.' : 'Schedule paused.', data: { id: one.id } };
}

/** Of its reader and of its author: the job would stop it at the next slot again. */
async function checkResumed({ tx, session }: Context, { report, user_id: author }: Own): Promise<void> {
  const stop = whyNot(reportNamed(report, session), await loadUser(tx, session.tenantId, author));
  if (stop !== undefined) throw problem(409, `${stop} Schedule the report again in your own name.`);
}

async function remove(context: CallContext<typeof deleteReportSchedule>): Promise<CallReply<typeof deleteReportSchedule>> {
  const { id } = await ownSchedule(context);
  await context.tx.run(sql`
    update "report_schedules" set "deleted_at" = now() where "tenant_id" = ${context.session.tenantId} and "id" = ${id}`);
  return { message: 'Schedule deleted.', data: { id } };
}

type Own = ScheduleTime & { readonly id: string; readonly user_id: string; readonly report: string };

/** Its author can change it, and the administrator. */
async function ownSchedule({ tx, session, query }: Context): Promise<Own> {
  const row = await tx.row<Own>(sql`
    select s."id", s."user_id", s."report", s."frequency", s."weekday", s."month_day", s."hour" from "report_schedules" s
    where s."tenant_id" = ${session.tenantId} and s."id" = ${String(query['id'])} and s."deleted_at" is null and ${seenBy(session)} for update`);
  if (!row) throw problem(404, 'This schedule does not exist.');
  if (row.user_id !== session.userId && !isAdministrator(session)) throw problem(403, notAllowed);
  return row;
}
