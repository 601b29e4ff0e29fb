import sql, { type Sql } from 'sql-template-tag';
import { acts } from '../activities';
import { inRange, nowOf, type Asked } from '../asked';
import { workMeasures } from '../work-day';
import type { FactTable } from './fact-table';

/** A2 to A8 */
export const allActs: FactTable = {
  credit: 'user',
  lead: 'always',
  own: { act: 'kind' },
  select: (asked) => acts(asked.tenantId, (at) => inRange(at, asked)),
};

/** S1, S3: a call action of a rule or workflow is nobody's. */
export const callActions: FactTable = {
  credit: 'user',
  lead: 'always',
  own: { recorded_stage: 'stage_id' },
  select: (asked) => sql`
    select c."id", c."lead_id", case when c."actor" is null then c."user_id" end as "user_id", c."created_at" as "at", c."stage_id",
      (c."btn_message", c."sub_stage") is distinct from (c."previous_btn_message", c."previous_sub_stage") as "changed"
    from "call_actions" c where c."tenant_id" = ${asked.tenantId} and c."deleted_at" is null and ${inRange(sql`c."created_at"`, asked)}`,
};

/** F1: credited to the person who planned it. */
export const addedFollowUps: FactTable = {
  credit: 'user',
  lead: 'always',
  select: (asked) => sql`
    select f."id", f."lead_id", case when f."actor" is null then f."created_by" end as "user_id", f."created_at" as "at"
    from "follow_ups" f where f."tenant_id" = ${asked.tenantId} and f."deleted_at" is null and ${inRange(sql`f."created_at"`, asked)}`,
};

const planned = (asked: Asked, when: Sql): Sql => sql`
  select f."id", f."lead_id", f."user_id", f."call_date_time" as "at", f."state",
    f."done_at" < (date_trunc('day', f."call_date_time" at time zone ${asked.zone}) + interval '1 day') at time zone ${asked.zone} as "in_time"
  from "follow_ups" f where f."tenant_id" = ${asked.tenantId} and f."deleted_at" is null and ${when}`;

/** F2 to F5 */
export const dueFollowUps: FactTable = {
  credit: 'user',
  lead: 'always',
  select: (asked) => planned(asked, sql`f."state" in ('pending', 'done') and ${inRange(sql`f."call_date_time"`, asked)}`),
};

/** F6 */
export const upcomingFollowUps: FactTable = {
  credit: 'user',
  lead: 'always',
  timeless: true,
  select: (asked) => planned(asked, sql`f."state" = 'pending' and f."call_date_time" > ${nowOf(asked)}`),
};

/** W1 to W5: days of the work timer, as the pages of the workforce count them. */
export const workDays: FactTable = {
  credit: 'user',
  lead: 'never',
  select: (asked) => {
    const m = workMeasures(sql`w`, asked.zone, asked.now.toISOString());
    return sql`
    select w."id", null::text as "lead_id", w."user_id", w."date"::timestamp at time zone ${asked.zone} as "at", ${m.firstSignIn} as "first_login",
      ${m.lastSeen} as "last_seen", ${m.workSeconds} as "worked", ${m.breakSeconds} as "breaks", ${m.idleSeconds} as "idle"
    from "auth_logs" w
    where w."tenant_id" = ${asked.tenantId} and w."deleted_at" is null and w."date" between ${asked.firstDay}::date and ${asked.lastDay}::date`;
  },
};
