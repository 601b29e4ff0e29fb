import sql, { raw, type Sql } from 'sql-template-tag';
import type { FollowUpType } from '../../src/schemas/calls/call-actions';
import { dayBounds, endOfWeek } from '../domain/days';

/** Which follow-ups a tab of /myfollowup holds, by the tenant's days. `of` is what the statement calls the table. */
export function tabPredicates(now: Date, zone: string, of: 'f' | 'follow_ups'): Record<FollowUpType, Sql> {
  const state = raw(`"${of}"."state"`);
  const planned = raw(`"${of}"."call_date_time"`);
  const at = (instant: Date): string => instant.toISOString();
  const today = dayBounds(now, zone);
  const tomorrow = dayBounds(now, zone, 1);
  const monday = endOfWeek(now, zone);
  // On Saturday and Sunday nothing lies between tomorrow and the end of the week.
  const weekEnd = monday > tomorrow.to ? monday : tomorrow.to;
  const pending = sql`${state} = 'pending'`;
  const from = (instant: Date): Sql => sql`${planned} >= ${at(instant)}::timestamptz`;
  const before = (instant: Date): Sql => sql`${planned} < ${at(instant)}::timestamptz`;
  return {
    overdue: sql`${pending} and ${before(now)}`,
    today: sql`${pending} and ${from(today.from)} and ${before(today.to)}`,
    tomorrow: sql`${pending} and ${from(tomorrow.from)} and ${before(tomorrow.to)}`,
    week: sql`${pending} and ${from(tomorrow.to)} and ${before(weekEnd)}`,
    later: sql`${pending} and ${from(weekEnd)}`,
    upcoming: sql`${pending} and ${from(now)}`,
    done: sql`${state} = 'done'`,
    all: sql`${state} in ('pending', 'done')`,
  };
}
