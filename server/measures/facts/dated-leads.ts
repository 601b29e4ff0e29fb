import sql, { empty } from 'sql-template-tag';
import { inRange, localTime, nowOf } from '../asked';
import { enrolledLeads } from './enrolments';
import type { FactTable } from './fact-table';

/** N1 to N7: leads by one of their own dates; which one is the dimension 'dated'. */
export const datedLeads: FactTable = {
  credit: 'user',
  lead: 'always',
  own: { dated: 'dated' },
  select: (asked, { parts }) => sql`
    select o."id", o."id" as "lead_id", o."user_id", d."at", d."dated", coalesce(o."dial_count", 0) as "dials",
      coalesce(o."connected_count", 0) > 0 as "connected", extract(epoch from ${nowOf(asked)} - o."last_act_at") / 86400.0 as "idle"
      ${parts.has('enrolled') ? sql`, e."lead_id" is not null as "enrolled"` : empty}
    from "leads" o
    cross join lateral (values ('created', o."created_at"), ('assigned', o."assigned_at"), ('last_act', o."last_act_at")) d("dated", "at")
    ${parts.has('enrolled') ? sql`left join (${enrolledLeads(asked.tenantId)}) e on e."lead_id" = o."id"` : empty}
    where o."tenant_id" = ${asked.tenantId} and o."deleted_at" is null and ${inRange(sql`d."at"`, asked)}`,
};

/** L1w: the first captures of the four weeks before, each on its weekday of the weeks after it. */
export const earlierCaptures: FactTable = {
  credit: 'nobody',
  lead: 'always',
  select(asked) {
    const later = sql`((${localTime(sql`c."created_at"`, asked)} + w."n" * interval '7 days') at time zone ${asked.zone})`;
    return sql`
      select c."id", c."lead_id", null::text as "user_id", ${later} as "at"
      from "lead_captures" c cross join generate_series(1, 4) w("n")
      where c."tenant_id" = ${asked.tenantId} and c."deleted_at" is null and not coalesce(c."is_re_enquiry", false)
        and c."created_at" >= ${asked.from.toISOString()}::timestamptz - interval '29 days' and c."created_at" < ${asked.to.toISOString()}::timestamptz
        and ${inRange(later, asked)}`;
  },
};
