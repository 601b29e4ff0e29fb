import sql from 'sql-template-tag';
import type { AttendanceDayDetail } from '../../src/schemas/calls/attendance-report';
import { invalid, problem } from '../../src/schemas/kit/problem';
import type { Context } from '../context/context';
import { actKinds, type ActKind } from '../../src/schemas/kit/act-kinds';
import { acts } from '../measures/activities';
import { askedBy, inRange, type Asked } from '../measures/asked';
import { workMeasures } from '../measures/work-day';
import { readMonth } from './attendance-report';
import { seenPeople } from './seen-people';

type Work = Pick<AttendanceDayDetail, 'first_login' | 'last_seen' | 'work_seconds' | 'break_seconds' | 'idle_seconds'> & {
  readonly breaks: AttendanceDayDetail['breaks'] | null;
};
type DayRecord = Pick<AttendanceDayDetail, 'name' | 'check_in' | 'check_out' | 'mode' | 'remark'> & {
  readonly attendance_id: string | null;
  readonly late_min: number | null;
  readonly shift_name: string | null;
  readonly start_time: string | null;
  readonly end_time: string | null;
  readonly holiday: string | null;
};
/** Everything that is known of one person's day; 404 outside the reader's scope. */
export async function readDay(context: Context, userId: string, date: string): Promise<AttendanceDayDetail> {
  const { tx, session } = context;
  if (Number.isNaN(Date.parse(`${date}T00:00:00Z`))) throw invalid('date', 'Day must be a date');
  const row = await tx.row<DayRecord>(sql`
    select u."name", a."id" as "attendance_id", a."check_in", a."check_out", a."mode", a."late_min", a."remark", s."name" as "shift_name",
      s."start_time", s."end_time", (select o."name" from "holidays" o where o."tenant_id" = u."tenant_id" and o."date" = ${date}::date
        and not coalesce(o."optional", false) and o."deleted_at" is null limit 1) as "holiday"
    from "users" u left join "shifts" s on s."tenant_id" = u."tenant_id" and s."id" = u."shift_id" and s."deleted_at" is null
    left join "attendance" a on a."tenant_id" = u."tenant_id" and a."user_id" = u."id" and a."date" = ${date}::date and a."deleted_at" is null
    where ${seenPeople(session, sql`u`, { user_ids: [userId] })}`);
  if (!row) throw problem(404, 'This person does not exist.');
  const {
    people,
    days,
    leave_types: types,
  } = await readMonth(context, {
    month: date.slice(0, 7),
    user_ids: [userId],
    inactive: true,
  });
  const day = people[0]?.days[days.indexOf(date)];
  const work = await workOf(context, userId, date);
  const asked = askedBy(session, context.services.now(), { from: date, to: date });
  const { attendance_id: id, late_min: late, shift_name: shift, start_time: start, end_time: end, holiday, ...shown } = row;
  return {
    user_id: userId,
    date,
    ...shown,
    ...work,
    breaks: work.breaks ?? [],
    codes: day?.codes ?? [],
    note: types.find((type) => type.id === day?.leave?.type)?.name ?? holiday,
    shift: shift !== null && start !== null && end !== null ? { name: shift, start, end } : null,
    late_minutes: late ?? 0,
    early_minutes: day?.early ?? 0,
    overtime_minutes: day?.overtime ?? 0,
    times: id === null ? [] : await timesOf(context, id),
    acts: await actsOf(context, userId, asked),
    calls: await callsOf(context, userId, asked),
  };
}

async function workOf({ tx, session, services }: Context, userId: string, date: string): Promise<Work> {
  const m = workMeasures(sql`d`, session.timezone, services.now().toISOString());
  const row = await tx.row<Work>(sql`
    select ${m.firstSignIn} as "first_login", ${m.lastSeen} as "last_seen", ${m.workSeconds}::int as "work_seconds", ${m.breaks} as "breaks",
      ${m.breakSeconds} as "break_seconds", ${m.idleSeconds} as "idle_seconds"
    from "auth_logs" d where d."tenant_id" = ${session.tenantId} and d."user_id" = ${userId} and d."date" = ${date}::date
      and d."deleted_at" is null`);
  return row ?? { first_login: null, last_seen: null, work_seconds: 0, breaks: null, break_seconds: 0, idle_seconds: null };
}

/** What the person did on leads that day (A1), by kind. */
async function actsOf({ tx, session }: Context, userId: string, asked: Asked): Promise<AttendanceDayDetail['acts']> {
  const rows = await tx.rows<{ kind: ActKind; count: number }>(sql`
    select x."kind", count(*)::int as "count" from (${acts(session.tenantId, (at) => inRange(at, asked))}) x
    where x."user_id" = ${userId} group by x."kind" order by 2 desc, 1`);
  return rows.map(({ kind, count }) => ({ what: actKinds[kind], count }));
}

async function callsOf({ tx, session }: Context, userId: string, asked: Asked): Promise<AttendanceDayDetail['calls']> {
  return tx.one<AttendanceDayDetail['calls']>(sql`
    select (count(*) filter (where "direction" = 'outbound'))::int as "dialled",
      (count(*) filter (where "direction" = 'outbound' and "talk_s" > 0))::int as "connected",
      (count(*) filter (where "direction" = 'inbound' and "talk_s" > 0))::int as "answered", coalesce(sum("talk_s"), 0)::int as "talk_seconds"
    from "calls" where "tenant_id" = ${session.tenantId} and "deleted_at" is null and "user_id" = ${userId} and ${inRange(sql`"started_at"`, asked)}`);
}

/** Each check-in and check-out, as the audit trail has them: the record itself keeps the first and the last. */
async function timesOf({ tx, session }: Context, attendanceId: string): Promise<AttendanceDayDetail['times']> {
  const rows = await tx.rows<{ came: string | null; left: string | null; returned: boolean; at: string }>(sql`
    select case when "old" ->> 'check_in' is distinct from "new" ->> 'check_in' then "new" ->> 'check_in' end as "came",
      case when "old" ->> 'check_out' is distinct from "new" ->> 'check_out' then "new" ->> 'check_out' end as "left",
      "old" ->> 'check_out' is not null and "new" ? 'check_out' and "new" ->> 'check_out' is null as "returned", "at"
    from "audit" where "tenant_id" = ${session.tenantId} and "table_name" = 'attendance' and "row_key" = ${attendanceId}
      and "new" is not null order by "seq" limit 200`);
  return rows.flatMap(({ came, left, returned, at }) => [
    ...(came ? [{ at: came, what: 'in' as const }] : []),
    ...(returned && !came ? [{ at, what: 'in' as const }] : []),
    ...(left ? [{ at: left, what: 'out' as const }] : []),
  ]);
}
