import sql, { empty, join, type Sql } from 'sql-template-tag';
import { addDays, startOfDay } from '../../domain/days';
import { inRange, localTime, nowOf } from '../asked';
import { enrolledLeads } from './enrolments';
import type { FactTable } from './fact-table';

const dates: readonly { readonly name: string; readonly at: Sql }[] = [
  { name: 'created', at: sql`l."created_at"` },
  { name: 'assigned', at: sql`l."assigned_at"` },
  { name: 'last_act', at: sql`l."last_act_at"` },
];

/** N1 to N7: leads by one of their own dates; which one is the dimension 'dated'. */
export const datedLeads: FactTable = {
  credit: 'user',
  lead: 'always',
  own: { dated: 'dated' },
  onePerLead: ({ dated }) => dated?.length === 1,
  ofLeads(asked, { parts, values }) {
    // Of one date alone the leads are found by its index.
    const [only, ...others] = dates.filter(({ name }) => values.dated?.includes(name) ?? true);
    const one = others.length ? undefined : only;
    const at = one?.at ?? sql`d."at"`;
    const each = dates.map((date) => sql`(${date.name}::text, ${date.at})`);
    const enrolled = parts.has('enrolled');
    return {
      columns: sql`l."id", l."id" as "lead_id", l."user_id", ${at} as "at", ${one ? sql`${one.name}::text` : sql`d."dated"`} as "dated",
        coalesce(l."dial_count", 0) as "dials", coalesce(l."connected_count", 0) > 0 as "connected",
        extract(epoch from ${nowOf(asked)} - l."last_act_at") / 86400.0 as "idle"
        ${enrolled ? sql`, e."lead_id" is not null as "enrolled"` : empty}`,
      joins: sql`${one ? empty : sql` cross join lateral (values ${join(each)}) d("dated", "at")`}
        ${enrolled ? sql`left join (${enrolledLeads(asked.tenantId)}) e on e."lead_id" = l."id"` : empty}`,
      where: inRange(at, asked),
    };
  },
};

/** L1w: the first captures of the four weeks before, each on its weekday of the weeks after it. */
export const earlierCaptures: FactTable = {
  credit: 'nobody',
  lead: 'always',
  select(asked) {
    const { tenantId, zone, firstDay, lastDay } = asked;
    const later = sql`((${localTime(sql`c."created_at"`, asked)} + w."n" * interval '7 days') at time zone ${zone})`;
    const weeksBefore = (day: string, n: number): Sql =>
      sql`${startOfDay(addDays(day, -7 * n), zone).toISOString()}::timestamptz`;
    // The same days so many weeks before, as plain instants: under row security an index is not asked for what a function makes of a row.
    const weeks = [1, 2, 3, 4].map((n) => sql`(${n}::int, ${weeksBefore(firstDay, n)}, ${weeksBefore(addDays(lastDay, 1), n)})`);
    return sql`
      select c."id", c."lead_id", null::text as "user_id", ${later} as "at"
      from "lead_captures" c join (values ${join(weeks)}) w("n", "first", "end") on c."created_at" >= w."first" and c."created_at" < w."end"
      where c."tenant_id" = ${tenantId} and c."deleted_at" is null and not coalesce(c."is_re_enquiry", false)`;
  },
};
