import sql from 'sql-template-tag';
import type { AttendanceMonth, MonthTotals, PersonMonth } from '../../src/schemas/calls/attendance-report';
import type { DayCode } from '../../src/schemas/kit/day-codes';
import { problem } from '../../src/schemas/kit/problem';
import type { Context } from '../context/context';
import { daysOfMonth, readDays, readLockedDays, type PersonDays } from './month-days';
import { monthTotals } from './month-totals';
import { seenPeople, type PeopleAsked } from './seen-people';

export interface MonthAsked extends PeopleAsked {
  readonly month: string;
  /** Only people with a day of this code. */
  readonly code?: DayCode | undefined;
  readonly inactive?: boolean | undefined;
}
export interface MonthRead extends Pick<AttendanceMonth, 'days' | 'lock' | 'leave_types'> {
  readonly people: readonly PersonDays[];
}

/** More would not be read by anyone, and would take long to compute. */
const mostPeople = 2000;

/** The month of everyone asked for whom the reader may see: from the records, or as it was locked. */
export async function readMonth(context: Context, asked: MonthAsked): Promise<MonthRead> {
  const { tx, session } = context;
  const days = daysOfMonth(asked.month);
  const lock = await tx.row<NonNullable<AttendanceMonth['lock']> & { kept: boolean }>(sql`
    select l."id", u."name" as "by", l."created_at" as "at", exists (select 1 from "attendance_months" m where m."tenant_id" = l."tenant_id"
      and m."lock_id" = l."id" and m."deleted_at" is null) as "kept"
    from "attendance_locks" l left join "users" u on u."tenant_id" = l."tenant_id" and u."id" = l."created_by"
    where l."tenant_id" = ${session.tenantId} and l."month" = ${asked.month} and l."deleted_at" is null`);
  const u = sql`u`;
  const who = sql`${seenPeople(session, u, asked)} ${asked.inactive ? sql`` : sql`and u."status" = 1`}`;
  const counted = await tx.one<{ n: number }>(sql`select count(*)::int as n from "users" u where ${who}`);
  if (counted.n > mostPeople)
    throw problem(422, `This month has more than 2,000 people. Choose a team or people.`, [
      { path: 'team_id', message: 'Choose a team or people' },
    ]);
  const all = lock?.kept ? await readLockedDays(context, lock.id, who) : await readDays(context, days, who);
  const { code } = asked;
  const types = await tx.rows<AttendanceMonth['leave_types'][number]>(sql`
    select "id", "name", coalesce("paid", false) as "paid" from "leave_types" where "tenant_id" = ${session.tenantId} order by "name", "id"`);
  const people = code ? all.filter((one) => one.days.some(({ codes }) => codes.includes(code))) : all;
  const taken = new Set(people.flatMap((one) => one.days.flatMap((day) => day.leave?.type ?? [])));
  return {
    days,
    lock: lock ? { id: lock.id, by: lock.by, at: lock.at } : null,
    leave_types: [
      ...types.filter(({ id }) => taken.has(id)),
      ...(taken.has('') ? [{ id: '', name: 'Other leave', paid: false }] : []),
    ],
    people,
  };
}

export const shownMonth = (one: PersonDays): PersonMonth => ({
  user_id: one.userId,
  name: one.name,
  employee_code: one.employeeCode,
  active: one.isActive,
  codes: one.days.map((day) => day.codes),
  totals: monthTotals([one]),
});

export const totalsOf = ({ people }: MonthRead): MonthTotals => monthTotals(people);

/** People who were there on each day, whole or half. */
export const presentByDay = ({ days, people }: MonthRead): number[] =>
  days.map((_, at) => people.filter((one) => one.days[at]?.codes.some((code) => code === 'P' || code === 'H')).length);
