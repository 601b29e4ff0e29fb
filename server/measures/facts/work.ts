import sql from 'sql-template-tag';
import { acts } from '../activities';
import { inRange, localTime } from '../asked';
import type { FactTable } from './fact-table';

/** A2 to A12; 'gap': the minutes since the user's act before it on that day. */
export const allActs: FactTable = {
  credit: 'user',
  lead: 'always',
  own: { act: 'kind' },
  select(asked, { parts }) {
    const all = acts(asked.tenantId, (at) => inRange(at, asked));
    if (!parts.has('gap')) return all;
    return sql`select a.*, extract(epoch from a."at" - lag(a."at") over (partition by a."user_id", ${localTime(sql`a."at"`, asked)}::date
      order by a."at", a."id")) / 60.0 as "gap" from (${all}) a`;
  },
};

/** W1 to W5: days of the work timer. */
export const workDays: FactTable = {
  credit: 'user',
  lead: 'never',
  select: (asked) => sql`
    select w."id", null::text as "lead_id", w."user_id", w."date"::timestamp at time zone ${asked.zone} as "at", w."first_login",
      coalesce(w."last_logout", w."reported_at") as "last_seen", coalesce(w."total_seconds", 0) as "worked", b."breaks"
    from "auth_logs" w cross join lateral (
      select coalesce(sum(greatest(0, extract(epoch from (one->>'to')::timestamptz - (one->>'from')::timestamptz))), 0) as "breaks"
      from jsonb_array_elements(case jsonb_typeof(w."breaks") when 'array' then w."breaks" else '[]'::jsonb end) one
      where one->>'to' is not null and one->>'from' is not null) b
    where w."tenant_id" = ${asked.tenantId} and w."deleted_at" is null and w."date" between ${asked.firstDay}::date and ${asked.lastDay}::date`,
};
