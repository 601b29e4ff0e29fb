import sql from 'sql-template-tag';
import { endOf, inRange } from '../asked';
import type { FactTable } from './fact-table';

/** L1, L2, L8: every arrival of a lead. */
export const captures: FactTable = {
  credit: 'nobody',
  lead: 'always',
  visits: true,
  select: (asked) => sql`
    select c."id", c."lead_id", null::text as "user_id", c."created_at" as "at", coalesce(c."is_re_enquiry", false) as "again",
      c."visit_id"
    from "lead_captures" c where c."tenant_id" = ${asked.tenantId} and c."deleted_at" is null and ${inRange(sql`c."created_at"`, asked)}`,
};

/** S2: leads as they are now. */
export const leadsNow: FactTable = {
  credit: 'user',
  lead: 'always',
  timeless: true,
  columns: () => sql`l."id", l."id" as "lead_id", l."user_id", l."created_at" as "at"`,
};

/** L4, L9: who owned each lead at the end of the range, or owns it now if the range includes today. */
export const owners: FactTable = {
  credit: 'user',
  lead: 'always',
  timeless: true,
  select(asked) {
    if (asked.to > asked.now)
      return sql`select o."id", o."id" as "lead_id", o."user_id", o."created_at" as "at" from "leads" o
        where o."tenant_id" = ${asked.tenantId} and o."deleted_at" is null`;
    return sql`select o."id", o."id" as "lead_id", h."to_user_id" as "user_id", o."created_at" as "at" from "leads" o
      left join (select distinct on (h."lead_id") h."lead_id", h."to_user_id" from "lead_owner_history" h
          where h."tenant_id" = ${asked.tenantId} and h."deleted_at" is null and h."created_at" < ${endOf(asked)}
          order by h."lead_id", h."created_at" desc, h."id" desc) h on h."lead_id" = o."id"
      where o."tenant_id" = ${asked.tenantId} and o."deleted_at" is null and o."created_at" < ${endOf(asked)}`;
  },
};
