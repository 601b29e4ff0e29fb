import sql, { type Sql } from 'sql-template-tag';
import type { Asked } from './asked';

/** The hours of each user who has a shift, as "user_id", "start_time", "end_time" and "weekly_off". */
export const shiftsOfUsers = (tenantId: string): Sql => sql`
  select u."id" as "user_id", s."start_time", s."end_time", s."weekly_off"
  from "users" u join "shifts" s on s."tenant_id" = u."tenant_id" and s."id" = u."shift_id" and s."deleted_at" is null
  where u."tenant_id" = ${tenantId}`;

/**
 * Minutes of a user's working calendar between two instants: inside the hours of the user's shift `s` (a row of `shiftsOfUsers`, or of
 * nulls), without its weekly offs and the holidays of the organisation. Without a shift every minute counts. Null without one of the
 * instants.
 */
export function workingMinutes({ tenantId, zone }: Asked, { from, to }: { readonly from: Sql; readonly to: Sql }): Sql {
  return sql`(case when ${to} is null then null when s."user_id" is null then extract(epoch from ${to} - ${from}) / 60.0 else (
    select coalesce(sum(greatest(0, extract(epoch from least(${to}, w."to") - greatest(${from}, w."from")))), 0) / 60.0
    from generate_series(date_trunc('day', ${from} at time zone ${zone}) - interval '1 day', ${to} at time zone ${zone}, interval '1 day') d
    cross join lateral (select (d + s."start_time"::time) at time zone ${zone} as "from",
      (d + s."end_time"::time + case when s."end_time" <= s."start_time" then interval '1 day' else interval '0' end) at time zone ${zone} as "to") w
    where not jsonb_exists(coalesce(s."weekly_off", '[]'::jsonb), trim(to_char(d, 'Day')))
      and not exists (select from "holidays" o where o."tenant_id" = ${tenantId} and o."date" = d::date and o."deleted_at" is null
        and not coalesce(o."optional", false))) end)`;
}
