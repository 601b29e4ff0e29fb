import sql, { empty } from 'sql-template-tag';
import { endOf, inRange } from '../asked';
import { applicants, payers } from './applications';
import { enrolledLeads } from './enrolments';
import type { FactTable } from './fact-table';

/** L1, L2, L6n, L8, L10, P1n to P4n: every arrival of a lead, with what has become of the lead since. */
export const captures: FactTable = {
  credit: 'nobody',
  lead: 'always',
  visits: true,
  select: (asked, { parts }) => sql`
    select c."id", c."lead_id", null::text as "user_id", c."created_at" as "at", coalesce(c."is_re_enquiry", false) as "again",
      c."visit_id" ${parts.has('enrolled') ? sql`, e."lead_id" is not null as "enrolled"` : empty}
      ${parts.has('applied') ? sql`, a."lead_id" is not null as "started", a."submitted" is true as "submitted"` : empty}
      ${parts.has('paid') ? sql`, p."lead_id" is not null as "paid"` : empty}
    from "lead_captures" c
      ${parts.has('enrolled') ? sql`left join (${enrolledLeads(asked.tenantId)}) e on e."lead_id" = c."lead_id"` : empty}
      ${parts.has('applied') ? sql`left join (${applicants(asked.tenantId)}) a on a."lead_id" = c."lead_id"` : empty}
      ${parts.has('paid') ? sql`left join (${payers(asked.tenantId)}) p on p."lead_id" = c."lead_id"` : empty}
    where c."tenant_id" = ${asked.tenantId} and c."deleted_at" is null and ${inRange(sql`c."created_at"`, asked)}`,
};

const now = sql`l."id", l."id" as "lead_id", l."user_id", l."created_at" as "at"`;
/** S2: leads as they are now. */
export const leadsNow: FactTable = { credit: 'user', lead: 'always', timeless: 'now', ofLeads: () => ({ columns: now }) };

/** L4, L9: who owned each lead at the end of the range, or owns it now if the range includes today. */
export const owners: FactTable = {
  credit: 'user',
  lead: 'always',
  timeless: 'range',
  ofLeads(asked) {
    if (asked.to > asked.now) return { columns: now };
    // What has changed since is less than what was before.
    return {
      columns: sql`l."id", l."id" as "lead_id", case when h."lead_id" is null then l."user_id" else h."from_user_id" end as "user_id",
        l."created_at" as "at"`,
      joins: sql`
        left join (select distinct on (h."lead_id") h."lead_id", h."from_user_id" from "lead_owner_history" h
          where h."tenant_id" = ${asked.tenantId} and h."deleted_at" is null and h."created_at" >= ${endOf(asked)}
          order by h."lead_id", h."created_at", h."id") h on h."lead_id" = l."id"`,
      where: sql`l."created_at" < ${endOf(asked)}`,
    };
  },
};
