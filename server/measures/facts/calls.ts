import sql, { empty } from 'sql-template-tag';
import { inRange, localTime } from '../asked';
import { disposition } from '../call-disposition';
import type { FactTable } from './fact-table';

const own = {
  direction: 'direction',
  outcome: 'outcome',
  dialer_list: 'list_key',
  virtual_number: 'virtual_number',
  disposition: 'disposition',
} as const;

/** C1 to C4, C7 to C16; 'gap': the minutes since the end of the call before it, among those that the user made or answered that day. */
export const calls: FactTable = {
  credit: 'user',
  lead: 'often',
  own,
  select: (asked, { parts }) => sql`
    select c."id", c."lead_id", c."user_id", c."started_at" as "at", c."direction", c."outcome", c."list_key", c."virtual_number",
      ${disposition} as "disposition", coalesce(c."talk_s", 0) as "talk"
      ${
        parts.has('gap')
          ? sql`, case when c."direction" = 'outbound' or c."talk_s" > 0 then extract(epoch from c."started_at" -
              lag(coalesce(c."ended_at", c."started_at" + make_interval(secs => coalesce(c."duration_s", c."talk_s", 0)))) over (
                partition by c."user_id", (c."direction" = 'outbound' or coalesce(c."talk_s", 0) > 0), ${localTime(sql`c."started_at"`, asked)}::date
                order by c."started_at", c."id")) / 60.0 end as "gap"`
          : empty
      }
    from "calls" c where c."tenant_id" = ${asked.tenantId} and c."deleted_at" is null and ${inRange(sql`c."started_at"`, asked)}`,
};

/** C5, C6: a missed call once for each user for whom it rang. */
export const missedCalls: FactTable = {
  credit: 'user',
  lead: 'often',
  own,
  repeats: true,
  select: (asked, { parts }) => sql`
    select c."id", c."lead_id", r."user_id", c."started_at" as "at", c."direction", c."outcome", c."list_key",
      c."virtual_number", ${disposition} as "disposition"
      ${
        parts.has('called_back')
          ? sql`, exists (select from "calls" b where b."tenant_id" = c."tenant_id" and b."deleted_at" is null and b."direction" = 'outbound'
              and b."phone" = c."phone" and b."started_at" > c."started_at" and b."started_at" <= c."started_at" + interval '60 minutes') as "called_back"`
          : empty
      }
    from "calls" c left join lateral (
      select c."user_id" where c."user_id" is not null
      union select u from jsonb_array_elements_text(case jsonb_typeof(c."offered_user_ids") when 'array' then c."offered_user_ids" else '[]'::jsonb end) u
    ) r on true
    where c."tenant_id" = ${asked.tenantId} and c."deleted_at" is null and c."direction" = 'inbound' and c."outcome" = 'missed'
      and ${inRange(sql`c."started_at"`, asked)}`,
};
