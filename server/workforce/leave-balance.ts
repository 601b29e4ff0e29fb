import sql from 'sql-template-tag';
import { counted } from '../../src/schemas/kit/counted';
import { problem } from '../../src/schemas/kit/problem';
import type { Context } from '../context/context';
import type { Leave } from '../../src/schemas/workforce/leaves';
import { addDays } from '../domain/days';

type Days = Partial<Pick<Leave, 'from_date' | 'to_date' | 'half_day'>>;

/**
 * Refuses a request for more days than its type allows per year; 0 days per year means no limit. `own`: the request being changed.
 */
export async function refuseBeyondBalance(
  leave: Days & Partial<Pick<Leave, 'leave_type_id'>>,
  own: string | null,
  { tx, session }: Context,
): Promise<void> {
  const type = await tx.row<{ yearly_days: number | null; carry_forward: boolean | null; since: number }>(sql`
    select t."yearly_days"::float8 as "yearly_days", t."carry_forward",
      extract(year from u."created_at" at time zone ${session.timezone})::int as "since"
    from "leave_types" t join "users" u on u."tenant_id" = t."tenant_id" and u."id" = ${session.userId}
    where t."tenant_id" = ${session.tenantId} and t."id" = ${leave.leave_type_id}`);
  if (!type?.yearly_days) return;
  const taken = await daysTaken(String(leave.leave_type_id), own, { tx, session });
  for (const [year, asked] of daysByYear(leave)) {
    const carries = type.carry_forward && type.since < year;
    const carried = carries ? Math.max(0, type.yearly_days - (taken.get(year - 1) ?? 0)) : 0;
    const left = type.yearly_days + carried - (taken.get(year) ?? 0);
    if (asked <= left) continue;
    const message = `You have ${counted(Math.max(0, left), 'day')} of this leave left in ${year}, but this request is for ${asked}.`;
    throw problem(409, message, [{ path: 'to_date', message }]);
  }
}

/** Days of pending and approved requests of one type, by year. */
async function daysTaken(
  type: string,
  own: string | null,
  { tx, session }: Pick<Context, 'tx' | 'session'>,
): Promise<Map<number, number>> {
  const rows = await tx.rows<{ from_date: string; to_date: string; half_day: Leave['half_day'] }>(sql`
    select "from_date", "to_date", "half_day" from "leaves" where "tenant_id" = ${session.tenantId} and "user_id" = ${session.userId}
      and "leave_type_id" = ${type} and "state" in ('pending', 'approved') and "deleted_at" is null and "id" is distinct from ${own}::text`);
  const sums = new Map<number, number>();
  for (const row of rows) for (const [year, days] of daysByYear(row)) sums.set(year, (sums.get(year) ?? 0) + days);
  return sums;
}

function daysByYear(leave: Days): Map<number, number> {
  const sums = new Map<number, number>();
  const days = leave.half_day === 'first' || leave.half_day === 'second' ? 0.5 : 1;
  let day = String(leave.from_date).slice(0, 10);
  for (let count = 0; day <= String(leave.to_date).slice(0, 10) && count < 1000; count++, day = addDays(day, 1)) {
    const year = Number(day.slice(0, 4));
    sums.set(year, (sums.get(year) ?? 0) + days);
  }
  return sums;
}
