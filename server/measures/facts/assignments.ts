import sql, { empty, type Sql } from 'sql-template-tag';
import { acts } from '../activities';
import { endOf, inRange, type Asked } from '../asked';
import { enrolledLeads } from './enrolments';
import type { FactTable } from './fact-table';
import { shiftsOfUsers, workingMinutes } from '../working-minutes';

/**
 * L3: the first assignment of each lead to each user in the range, with that user's first act since (L6) and the working minutes
 * until then (T1).
 */
export const assignments: FactTable = {
  credit: 'user',
  lead: 'always',
  perPeriod: true,
  select(asked, { parts, period }) {
    const assigned = sql`
      select h."lead_id", h."to_user_id" as "user_id", min(h."created_at") as "at", min(h."id") as "id"
      from "lead_owner_history" h where h."tenant_id" = ${asked.tenantId} and h."deleted_at" is null and h."to_user_id" is not null
        and ${inRange(sql`h."created_at"`, asked)}
      group by h."lead_id", h."to_user_id" ${period ? sql`, ${period(sql`h."created_at"`)}` : empty}`;
    const responded = parts.has('response') ? withResponse(asked, assigned) : sql`select a.* from (${assigned}) a`;
    if (!parts.has('enrolled')) return responded;
    return sql`select r.*, e."lead_id" is not null as "enrolled" from (${responded}) r
      left join (${enrolledLeads(asked.tenantId)}) e on e."lead_id" = r."lead_id"`;
  },
};

function withResponse(asked: Asked, assigned: Sql): Sql {
  const later = acts(asked.tenantId, (at) => inRange(at, { ...asked }));
  return sql`
    select a.*, ${workingMinutes(asked, { from: sql`a."at"`, to: sql`a."first_at"` })} as "response"
    from (select a."id", a."lead_id", a."user_id", a."at", min(x."at") as "first_at" from (${assigned}) a
      left join (${later}) x on x."lead_id" = a."lead_id" and x."user_id" = a."user_id" and x."at" >= a."at" and x."at" < ${endOf(asked)}
      group by a."id", a."lead_id", a."user_id", a."at") a
    left join (${shiftsOfUsers(asked.tenantId)}) s on s."user_id" = a."user_id"`;
}

/** L7: each time a lead left a user. */
export const departures: FactTable = {
  credit: 'user',
  lead: 'always',
  select: (asked) => sql`
    select h."id", h."lead_id", h."from_user_id" as "user_id", h."created_at" as "at" from "lead_owner_history" h
    where h."tenant_id" = ${asked.tenantId} and h."deleted_at" is null and h."from_user_id" is not null
      and ${inRange(sql`h."created_at"`, asked)}`,
};
