import sql, { type Sql } from 'sql-template-tag';
import { weekdays } from '../../src/schemas/kit/static-lists';
import type { Context } from '../context/context';
import { addDays, dayOf, startOfDay, weekdayOf } from '../domain/days';
import { newId } from '../store/ids';
import { dayOfWork, type DayFacts } from './day-of-work';
import type { DaysOfPerson } from './month-totals';
import { workMeasures } from '../measures/work-day';

type Of = Pick<Context, 'tx' | 'session' | 'services'>;

export interface PersonDays extends DaysOfPerson {
  readonly userId: string;
  readonly name: string;
  readonly employeeCode: string | null;
  readonly isActive: boolean;
}
interface Person {
  readonly id: string;
  readonly name: string;
  readonly employee_code: string | null;
  readonly is_active: boolean;
  readonly start_time: string | null;
  readonly end_time: string | null;
  readonly grace_min: number | null;
  readonly weekly_off: readonly string[] | null;
  readonly came: string;
  readonly left: string | null;
}
interface AttendanceRow extends Pick<DayFacts, 'state'> {
  readonly user_id: string;
  readonly date: string;
  readonly check_in: string | null;
  readonly check_out: string | null;
  readonly late_min: number | null;
}
interface LeaveRow {
  readonly user_id: string;
  readonly from_date: string;
  readonly to_date: string;
  readonly half_day: 'none' | 'first' | 'second' | null;
  readonly type: string;
  readonly paid: boolean;
}

/** The days of a month, or of any other stretch of time: 'YYYY-MM-DD', in order. */
export function daysOfMonth(month: string): string[] {
  const days: string[] = [];
  for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) days.push(day);
  return days;
}

/** Every day of these people (a predicate over the alias "u" of users), by name, from the records as they are now. */
export async function readDays(of: Of, days: readonly string[], who: Sql): Promise<PersonDays[]> {
  const { tx, session, services } = of;
  const { tenantId, timezone: zone } = session;
  const [first, last] = [days[0]!, days.at(-1)!];
  const now = services.now();
  const today = dayOf(now, zone);
  const people = await tx.rows<Person>(sql`
    select u."id", u."name", u."employee_code", u."status" = 1 as "is_active", s."start_time", s."end_time", s."grace_min", s."weekly_off",
      least((u."created_at" at time zone ${zone})::date, a."first")::text as "came",
      case when u."status" <> 1 then a."last" end::text as "left"
    from "users" u left join "shifts" s on s."tenant_id" = u."tenant_id" and s."id" = u."shift_id" and s."deleted_at" is null
    left join lateral (select min("date") as "first", max("date") as "last" from "attendance" t where t."tenant_id" = u."tenant_id"
      and t."user_id" = u."id" and t."deleted_at" is null) a on true
    where ${who} order by lower(u."name"), u."id"`);
  if (!people.length) return [];
  const ids = people.map((one) => one.id);
  const ofThem = (alias: Sql): Sql =>
    sql`${alias}."tenant_id" = ${tenantId} and ${alias}."deleted_at" is null and ${alias}."user_id" = any(${ids}::text[])`;
  const attendance = await tx.rows<AttendanceRow>(sql`
    select t."user_id", t."date"::text as "date", t."check_in", t."check_out", t."late_min", t."state" from "attendance" t
    where ${ofThem(sql`t`)} and t."date" between ${first}::date and ${last}::date`);
  const leaves = await tx.rows<LeaveRow>(sql`
    select l."user_id", l."from_date"::text as "from_date", l."to_date"::text as "to_date", l."half_day", l."leave_type_id" as "type",
      coalesce(y."paid", false) as "paid"
    from "leaves" l left join "leave_types" y on y."tenant_id" = l."tenant_id" and y."id" = l."leave_type_id"
    where ${ofThem(sql`l`)} and l."state" = 'approved' and l."from_date" <= ${last}::date and l."to_date" >= ${first}::date
    order by l."id"`);
  const holidays = await tx.rows<{ date: string }>(sql`
    select "date"::text as "date" from "holidays" where "tenant_id" = ${tenantId} and "deleted_at" is null and not coalesce("optional", false)
      and "date" between ${first}::date and ${last}::date`);
  const measures = workMeasures(sql`d`, zone, now.toISOString());
  const work = await tx.rows<{ user_id: string; work: number; breaks: number }>(sql`
    select d."user_id", sum(${measures.workSeconds})::int as "work", sum(${measures.breakSeconds})::int as "breaks" from "auth_logs" d
    where ${ofThem(sql`d`)} and d."date" between ${first}::date and ${last}::date group by d."user_id"`);

  const dayKey = (userId: string, day: string): string => `${userId} ${day}`;
  const records = new Map(attendance.map((row) => [dayKey(row.user_id, row.date), row]));
  const festive = new Set(holidays.map(({ date }) => date));
  const times = new Map(work.map((row) => [row.user_id, row]));
  return people.map((person) => {
    const theirs = leaves.filter((row) => row.user_id === person.id);
    return {
      userId: person.id,
      name: person.name,
      employeeCode: person.employee_code,
      isActive: person.is_active,
      workSeconds: times.get(person.id)?.work ?? 0,
      breakSeconds: times.get(person.id)?.breaks ?? 0,
      days: days.map((day) => {
        const leave = theirs.find((row) => row.from_date <= day && day <= row.to_date);
        const record = records.get(dayKey(person.id, day));
        return dayOfWork(factsOf(person, day, { record, leave, isHoliday: festive.has(day), today, zone }));
      }),
    };
  });
}

function factsOf(
  person: Person,
  day: string,
  known: {
    readonly record: AttendanceRow | undefined;
    readonly leave: LeaveRow | undefined;
    readonly isHoliday: boolean;
    readonly today: string;
    readonly zone: string;
  },
): DayFacts {
  const { record, leave, today, zone } = known;
  const midnight = startOfDay(day, zone).getTime();
  const after = (at: string | null | undefined): number | null => (at ? Math.round((Date.parse(at) - midnight) / 60_000) : null);
  return {
    state: record ? (record.state ?? 'present') : null,
    in: after(record?.check_in),
    out: after(record?.check_out),
    late: record?.late_min ?? 0,
    leave: leave ? { type: leave.type, paid: leave.paid, half: leave.half_day ?? 'none' } : null,
    isHoliday: known.isHoliday,
    isWeekOff: (person.weekly_off ?? []).includes(weekdays[weekdayOf(day)]!),
    shift: shiftOf(person),
    isOutside: day < person.came || (person.left !== null && day > person.left) || (!person.is_active && person.left === null),
    when: day < today ? 'past' : day === today ? 'today' : 'ahead',
  };
}

/** A shift over midnight ends on the next day. */
function shiftOf({ start_time: from, end_time: to, grace_min: grace }: Person): DayFacts['shift'] {
  if (from === null || to === null) return null;
  const [start, end] = [minutesOf(from), minutesOf(to)];
  return { start, end: end <= start ? end + 24 * 60 : end, grace: grace ?? 0 };
}
const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** The days of a locked month as they were kept with the lock. */
export async function readLockedDays({ tx, session }: Of, lockId: string, who: Sql): Promise<PersonDays[]> {
  return tx.rows<PersonDays>(sql`
    select u."id" as "userId", u."name", u."employee_code" as "employeeCode", u."status" = 1 as "isActive",
      coalesce(m."work_seconds", 0) as "workSeconds", coalesce(m."break_seconds", 0) as "breakSeconds", m."days"
    from "attendance_months" m join "users" u on u."tenant_id" = m."tenant_id" and u."id" = m."user_id"
    where m."tenant_id" = ${session.tenantId} and m."lock_id" = ${lockId} and m."deleted_at" is null and ${who}
    order by lower(u."name"), u."id"`);
}

/** Keeps the days of everyone with the lock of their month. */
export async function keepDays(of: Of, lockId: string, month: string): Promise<void> {
  const { tx, session } = of;
  const all = sql`u."tenant_id" = ${session.tenantId} and u."type" = 'org' and u."deleted_at" is null`;
  const people = await readDays(of, daysOfMonth(month), all);
  const rows = people.map(({ userId, days, workSeconds, breakSeconds }) => ({
    id: newId(),
    userId,
    days,
    workSeconds,
    breakSeconds,
  }));
  await tx.run(sql`
    insert into "attendance_months" ("tenant_id", "id", "lock_id", "user_id", "days", "work_seconds", "break_seconds")
    select ${session.tenantId}, r ->> 'id', ${lockId}, r ->> 'userId', r -> 'days', (r ->> 'workSeconds')::bigint,
      (r ->> 'breakSeconds')::bigint
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r`);
}

export async function dropDays({ tx, session }: Of, lockId: string): Promise<void> {
  await tx.run(sql`delete from "attendance_months" where "tenant_id" = ${session.tenantId} and "lock_id" = ${lockId}`);
}
