import sql, { empty, type Sql } from 'sql-template-tag';
import { inRange, nowOf, type Asked } from '../asked';
import type { FactPart, FactTable } from './fact-table';

const own = { due_status: 'due_status' } as const;

/** 'reached': someone talked to the lead on the phone around the planned time. */
function planned(asked: Asked, { user, at, when }: { user: Sql; at: Sql; when: Sql }, parts?: ReadonlySet<FactPart>): Sql {
  const reached = sql`, exists (select from "calls" k where k."tenant_id" = f."tenant_id" and k."lead_id" = f."lead_id"
    and k."deleted_at" is null and k."talk_s" > 0 and k."started_at" >= f."call_date_time" - interval '1 hour'
    and k."started_at" <= f."call_date_time" + interval '1 hour') as "reached"`;
  return sql`
    select f.*, case f."state" when 'pending' then case when f."due" < ${nowOf(asked)} then 'overdue' else 'upcoming' end
      when 'done' then case when f."in_time" then 'in_time' else 'late' end else f."state" end as "due_status"
    from (select f."id", f."lead_id", ${user} as "user_id", ${at} as "at", f."call_date_time" as "due", f."state", f."done_at",
        coalesce(f."reschedule_count", 0) as "moved",
        f."done_at" < (date_trunc('day', f."call_date_time" at time zone ${asked.zone}) + interval '1 day') at time zone ${asked.zone} as "in_time"
        ${parts?.has('reached') ? reached : empty}
      from "follow_ups" f where f."tenant_id" = ${asked.tenantId} and f."deleted_at" is null and ${when}) f`;
}
const due = { user: sql`f."user_id"`, at: sql`f."call_date_time"` };

/** F1: credited to the person who planned it. */
export const addedFollowUps: FactTable = {
  credit: 'user',
  lead: 'always',
  own,
  select: (asked) =>
    planned(asked, {
      user: sql`case when f."actor" is null then f."created_by" end`,
      at: sql`f."created_at"`,
      when: inRange(sql`f."created_at"`, asked),
    }),
};

/** F2 to F5, F8 to F10, F12 */
export const dueFollowUps: FactTable = {
  credit: 'user',
  lead: 'always',
  own,
  select: (asked, { parts }) =>
    planned(asked, { ...due, when: sql`f."state" in ('pending', 'done') and ${inRange(sql`f."call_date_time"`, asked)}` }, parts),
};

/** F6 */
export const upcomingFollowUps: FactTable = {
  credit: 'user',
  lead: 'always',
  own,
  timeless: 'now',
  select: (asked) => planned(asked, { ...due, when: sql`f."state" = 'pending' and f."call_date_time" > ${nowOf(asked)}` }),
};
