import sql, { type Sql } from 'sql-template-tag';
import { inRange } from '../asked';
import type { FactTable } from './fact-table';

/** The leads that have ever reached a stage with the outcome enrolled. */
export const enrolledLeads = (tenantId: string): Sql => sql`
  select distinct c."lead_id" from "call_actions" c
  join "lead_stages" s on s."tenant_id" = c."tenant_id" and s."id" = c."stage_id" and s."outcome" = 'enrolled'
  where c."tenant_id" = ${tenantId} and c."deleted_at" is null`;

/** P4 */
export const enrolments: FactTable = {
  credit: 'owner',
  lead: 'always',
  select: (asked) => sql`
    select c."id", c."lead_id", null::text as "user_id", c."created_at" as "at" from "call_actions" c
    join "lead_stages" s on s."tenant_id" = c."tenant_id" and s."id" = c."stage_id" and s."outcome" = 'enrolled'
    where c."tenant_id" = ${asked.tenantId} and c."deleted_at" is null and ${inRange(sql`c."created_at"`, asked)}`,
};
