import sql from 'sql-template-tag';
import type { PersonToday, TeamToday } from '../../src/schemas/calls/attendance-report';
import { weekdays } from '../../src/schemas/kit/static-lists';
import type { Context } from '../context/context';
import { clockOf } from '../domain/calling-hours';
import { dayOf, weekdayOf } from '../domain/days';
import { seenPeople } from './seen-people';
import { workMeasures } from '../measures/work-day';

const mostPeople = 500;

interface Now extends Omit<PersonToday, 'presence' | 'note'> {
  readonly start_time: string | null;
  readonly weekly_off: readonly string[] | null;
  readonly state: string | null;
  readonly leave: string | null;
  readonly holiday: string | null;
}

/** Where everyone of the reader's scope is now, by name. */
export async function readTeamToday({ tx, session, services }: Context): Promise<TeamToday> {
  const now = services.now();
  const date = dayOf(now, session.timezone);
  const m = workMeasures(sql`d`, session.timezone, now.toISOString());
  const running = sql`case when u."user_status" = 1 then (select b.one from jsonb_array_elements(
    case jsonb_typeof(d."breaks") when 'array' then d."breaks" else '[]'::jsonb end) b(one) where b.one ->> 'to' is null limit 1) end`;
  const rows = await tx.rows<Now>(sql`
    select u."id" as "user_id", u."name", s."name" as "shift", s."start_time", s."weekly_off", a."state", a."check_in", a."check_out", a."mode",
      coalesce(a."late_min", 0)::int as "late_minutes", l."name" as "leave", h."name" as "holiday",
      ${running} ->> 'reason' as "break_reason", ${running} ->> 'from' as "break_since",
      coalesce(${m.workSeconds}, 0)::int as "work_seconds", coalesce(${m.breakSeconds}, 0)::int as "break_seconds"
    from "users" u
    left join "shifts" s on s."tenant_id" = u."tenant_id" and s."id" = u."shift_id" and s."deleted_at" is null
    left join "attendance" a on a."tenant_id" = u."tenant_id" and a."user_id" = u."id" and a."date" = ${date}::date and a."deleted_at" is null
    left join "auth_logs" d on d."tenant_id" = u."tenant_id" and d."user_id" = u."id" and d."date" = ${date}::date and d."deleted_at" is null
    left join lateral (select y."name" from "leaves" v join "leave_types" y on y."tenant_id" = v."tenant_id" and y."id" = v."leave_type_id"
      where v."tenant_id" = u."tenant_id" and v."user_id" = u."id" and v."state" = 'approved' and v."half_day" = 'none'
        and v."deleted_at" is null and ${date}::date between v."from_date" and v."to_date" limit 1) l on true
    left join lateral (select o."name" from "holidays" o where o."tenant_id" = u."tenant_id" and o."date" = ${date}::date
      and not coalesce(o."optional", false) and o."deleted_at" is null limit 1) h on true
    where ${seenPeople(session, sql`u`)} and u."status" = 1 order by lower(u."name"), u."id" limit ${mostPeople + 1}`);
  const clock = clockOf(now, session.timezone);
  return {
    date,
    as_of: now.toISOString(),
    complete: rows.length <= mostPeople,
    people: rows.slice(0, mostPeople).map(({ start_time, weekly_off, state, leave, holiday, ...row }) => {
      const isOff = holiday !== null || (weekly_off ?? []).includes(weekdays[weekdayOf(date)]!);
      const isDue = start_time === null || clock >= start_time;
      return {
        ...row,
        mode: row.check_in === null ? null : row.mode,
        presence: presenceOf({ ...row, state, leave, isOff, isDue }),
        note: leave ?? holiday,
      };
    }),
  };
}

function presenceOf(
  row: Pick<Now, 'check_in' | 'check_out' | 'break_since' | 'state' | 'leave'> & {
    readonly isOff: boolean;
    readonly isDue: boolean;
  },
): PersonToday['presence'] {
  if (row.check_in !== null) return row.check_out !== null ? 'out' : row.break_since === null ? 'in' : 'break';
  if (row.leave !== null || row.state === 'leave') return 'leave';
  if (row.isOff) return 'off';
  return row.isDue || row.state === 'absent' ? 'absent' : 'out';
}
