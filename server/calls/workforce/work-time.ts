import sql, { empty, type Sql } from 'sql-template-tag';
import * as workTimeCalls from '../../../src/schemas/calls/work-time';
import { invalid } from '../../../src/schemas/kit/problem';
import type { Context, Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { addDays, dayBounds } from '../../domain/days';
import { newId } from '../../store/ids';

interface Day {
  readonly id: string;
  readonly total_seconds: number | null;
  readonly breaks: readonly Break[] | null;
}
interface Break {
  readonly reason: string;
  readonly from: string;
  readonly to?: string;
}
interface Report {
  readonly last_login_at: string | null;
  readonly reported_at: string | null;
  readonly report_ref: string | null;
  readonly report_seconds: number | null;
}

/** More than the clock shows since the last report, plus this many seconds, does not count (D-074). */
const graceSeconds = 60;
const wholeDay = 86_400;

/** A report repeated under its client_ref counts only the additional time. */
const timeSpent = async (
  context: CallContext<typeof workTimeCalls.timeSpent>,
): Promise<CallReply<typeof workTimeCalls.timeSpent>> => {
  const { tx, session, services, body } = context;
  const { totalSeconds, client_ref: ref } = body;
  const now = services.now();
  const day = dayBounds(now, session.timezone);
  const today = await dayOf(context, day.date);
  const last = await lastReport(context);
  const isAgain = ref !== undefined && ref === last?.report_ref;
  const fresh = Math.max(0, totalSeconds - (isAgain ? (last.report_seconds ?? 0) : 0));
  const since = Date.parse(last?.reported_at ?? last?.last_login_at ?? now.toISOString());
  const allowed = Math.max(0, Math.floor((now.getTime() - since) / 1000)) + graceSeconds;
  const accepted = Math.min(fresh, allowed);
  // What was worked before midnight belongs to the day before.
  const ofToday = Math.min(accepted, Math.floor((now.getTime() - day.from.getTime()) / 1000));
  if (accepted > ofToday) {
    const before = await dayOf(context, addDays(day.date, -1));
    await addSeconds(context, before, accepted - ofToday);
  }
  await addSeconds(context, today, ofToday);
  await tx.run(sql`update "auth_logs" set "reported_at" = ${now.toISOString()}::timestamptz, "report_ref" = ${ref ?? null},
    "report_seconds" = ${totalSeconds}::bigint where "tenant_id" = ${session.tenantId} and "id" = ${today.id}`);
  const total = Math.min(wholeDay, (today.total_seconds ?? 0) + ofToday);
  // The user's other browsers show it too.
  tx.sendToUser({ userId: session.userId, event: 'work_time', body: { day: day.date, today_seconds: total, client_ref: ref } });
  return { message: 'Time saved.', data: { today_seconds: total } };
};

const timeToday = async (
  context: CallContext<typeof workTimeCalls.timeToday>,
): Promise<CallReply<typeof workTimeCalls.timeToday>> => {
  const { date } = dayBounds(context.services.now(), context.session.timezone);
  return { data: { day: date, today_seconds: (await readDay(context, date))?.total_seconds ?? 0 } };
};

/** Start, end and reason of each break are kept with the day it began. */
const takeBreak = async (
  context: CallContext<typeof workTimeCalls.takeBreak>,
): Promise<CallReply<typeof workTimeCalls.takeBreak>> => {
  const { tx, session, services, body } = context;
  const { status, reason = '' } = body;
  if (status === 1 && !reason.trim()) throw invalid('reason', 'Choose Break Reason');
  const at = services.now().toISOString();
  const today = await dayOf(context, dayBounds(services.now(), session.timezone).date);
  await endBreaks(context, at);
  if (status === 1)
    await tx.run(sql`update "auth_logs" set "breaks" = coalesce("breaks", '[]'::jsonb) || ${JSON.stringify([{ reason: reason.trim(), from: at }])}::jsonb
      where "tenant_id" = ${session.tenantId} and "id" = ${today.id}`);
  await tx.run(sql`update "users" set "user_status" = ${status}::bigint where "tenant_id" = ${session.tenantId}
    and "id" = ${session.userId} and "user_status" is distinct from ${status}::bigint`);
  // The user's other browsers show it too.
  const onBreak = status === 1 ? { since: at, reason: reason.trim() } : null;
  tx.sendToUser({ userId: session.userId, event: 'user_status', body: { user_status: status, on_break: onBreak } });
  return { message: status === 1 ? 'Your break has started.' : 'You are online.' };
};

/** A break that runs may have begun on an earlier day. */
async function endBreaks({ tx, session }: Context, at: string): Promise<void> {
  const days = await tx.rows<Day>(sql`
    select "id", "total_seconds", "breaks" from "auth_logs" where ${ownDays(session)} and "breaks" is not null
    order by "date" desc limit 7`);
  for (const { id, breaks } of days) {
    if (!breaks?.some((one) => !one.to)) continue;
    const ended = breaks.map((one) => (one.to ? one : { ...one, to: at }));
    await tx.run(sql`update "auth_logs" set "breaks" = ${JSON.stringify(ended)}::jsonb
      where "tenant_id" = ${session.tenantId} and "id" = ${id}`);
  }
}

const ownDays = ({ tenantId, userId }: Context['session']) =>
  sql`"tenant_id" = ${tenantId} and "user_id" = ${userId} and "deleted_at" is null`;

/** The user's row for that day, created if needed and locked until the commit. */
async function dayOf(context: Context, date: string): Promise<Day> {
  const { tx, session, request } = context;
  await tx.run(sql`insert into "auth_logs" ("tenant_id", "id", "user_id", "date", "ip")
    values (${session.tenantId}, ${newId()}, ${session.userId}, ${date}::date, ${request.ip}) on conflict do nothing`);
  const row = await readDay(context, date, sql`for update`);
  return row!;
}

async function readDay(
  { tx, session }: Pick<Context, 'tx' | 'session'>,
  date: string,
  lock: Sql = empty,
): Promise<Day | undefined> {
  return tx.row<Day>(sql`
    select "id", "total_seconds", "breaks" from "auth_logs" where ${ownDays(session)} and "date" = ${date}::date ${lock}`);
}

/** The last accepted report, and when the user last signed in. */
async function lastReport({ tx, session }: Context): Promise<Report | undefined> {
  return tx.row<Report>(sql`
    select u."last_login_at", d.* from "users" u left join lateral (
      select "reported_at", "report_ref", "report_seconds" from "auth_logs" where ${ownDays(session)} and "reported_at" is not null
      order by "reported_at" desc limit 1) d on true
    where u."tenant_id" = ${session.tenantId} and u."id" = ${session.userId}`);
}

async function addSeconds({ tx, session }: Context, day: Day, seconds: number): Promise<void> {
  if (seconds < 1) return;
  await tx.run(sql`update "auth_logs" set "total_seconds" = least(${wholeDay}::bigint, coalesce("total_seconds", 0) + ${seconds}::bigint)
    where "tenant_id" = ${session.tenantId} and "id" = ${day.id}`);
}

export const handlers: Handlers = {
  ...handle(workTimeCalls.timeSpent, timeSpent),
  ...handle(workTimeCalls.timeToday, timeToday),
  ...handle(workTimeCalls.takeBreak, takeBreak),
};
