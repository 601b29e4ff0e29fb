import sql from 'sql-template-tag';
import type { Context } from '../context/context';

/** Minutes after the shift's start, once they are more than its grace; 0 in time, without a shift and on a weekly off. */
export async function lateMinutes(
  { tx, session }: Pick<Context, 'tx' | 'session'>,
  userId: string,
  checkIn: unknown,
): Promise<number> {
  if (typeof checkIn !== 'string') return 0;
  const row = await tx.row<{ late: number; grace_min: number | null }>(sql`
    select extract(epoch from i."at"::time - s."start_time"::time)::int / 60 as "late", s."grace_min" from "users" u
    join "shifts" s on s."tenant_id" = u."tenant_id" and s."id" = u."shift_id"
    cross join (select ${checkIn}::timestamptz at time zone ${session.timezone} as "at") i
    where u."tenant_id" = ${session.tenantId} and u."id" = ${userId}
      and not coalesce(s."weekly_off", '[]'::jsonb) ? trim(to_char(i."at", 'Day'))`);
  return row && row.late > (row.grace_min ?? 0) ? row.late : 0;
}

/** The state that follows from a day's times: absent without a check-in, half day below the shift's minimum, else present. */
export async function attendanceState(
  { tx, session }: Pick<Context, 'tx' | 'session'>,
  userId: string,
  checkIn: unknown,
  checkOut: unknown,
): Promise<'absent' | 'half_day' | 'present'> {
  if (typeof checkIn !== 'string') return 'absent';
  if (typeof checkOut !== 'string') return 'present';
  const shift = await tx.row<{ half_day_min: number | null }>(sql`
    select s."half_day_min" from "users" u join "shifts" s on s."tenant_id" = u."tenant_id" and s."id" = u."shift_id"
    where u."tenant_id" = ${session.tenantId} and u."id" = ${userId}`);
  const minutes = (Date.parse(checkOut) - Date.parse(checkIn)) / 60_000;
  return minutes < (shift?.half_day_min ?? 240) ? 'half_day' : 'present';
}
