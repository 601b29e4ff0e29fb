import sql, { type Sql } from 'sql-template-tag';

/**
 * The leads of publishers, one row for each delivery, and one for each lead that came with a publisher in another way (an import,
 * a form). A lead that the team found invalid is invalid, unless its publisher objected and we agreed; an agreed duplicate counts
 * as accepted. `publisher-leads` lists these rows, the figures of a publisher count them, its own sign-in sees its own.
 */
export const deliveredLeads = (tenantId: string): Sql => sql`
  select d."tenant_id", d."id", d."delivered_at", d."publisher_id", d."lead_id", ${stateOf(sql`d."state"`)} as "state", d."reason",
    d."sent_name", d."sent_phone", d."sent_email", ${ofLead},
    d."dispute_state", d."dispute_text", d."dispute_proof", d."disputed_at", d."dispute_answer",
    d."created_at", d."updated_at", d."created_by", d."updated_by", d."row_version", d."deleted_at"
  from "publisher_deliveries" d
  left join "leads" l on l."tenant_id" = d."tenant_id" and l."id" = d."lead_id" and l."deleted_at" is null
  left join "lead_stages" s on s."tenant_id" = l."tenant_id" and s."id" = l."stage_id"
  where d."tenant_id" = ${tenantId} and (d."lead_id" is null or l."id" is not null)
  union all
  select l."tenant_id", l."id", l."created_at", l."publisher_id", l."id", case when s."outcome" = 'invalid' then 'invalid' else 'accepted' end, null,
    null, null, null, ${ofLead},
    null, null, null, null, null, l."created_at", l."updated_at", l."created_by", l."updated_by", l."row_version", l."deleted_at"
  from "leads" l
  left join "lead_stages" s on s."tenant_id" = l."tenant_id" and s."id" = l."stage_id"
  where l."tenant_id" = ${tenantId} and l."publisher_id" is not null and l."deleted_at" is null
    and not exists (select from "publisher_deliveries" d where d."tenant_id" = l."tenant_id" and d."lead_id" = l."id"
      and d."publisher_id" = l."publisher_id" and d."deleted_at" is null)`;

const stateOf = (stored: Sql): Sql => sql`case
  when d."dispute_state" = 'agreed' and ${stored} in ('accepted', 'duplicate', 'invalid') then 'accepted'
  when ${stored} = 'accepted' and s."outcome" = 'invalid' then 'invalid'
  else ${stored} end`;

const applied = sql`exists (select from "applications" p where p."tenant_id" = l."tenant_id" and p."lead_id" = l."id" and p."state" <> 'draft'
  and p."deleted_at" is null)`;

/** What is known of the lead; null where there is none. */
const ofLead = sql`case when l."id" is null then null when s."outcome" = 'enrolled' then 'enrolled'
    when s."outcome" in ('lost', 'invalid') then 'lost' when ${applied} then 'applied' when l."stage_id" is not null then 'in_progress'
    else 'new' end as "bucket",
  coalesce(l."is_verified" = 1, false) as "is_verified", coalesce(l."connected_count" > 0, false) as "is_connected",
  l."id" is not null and ${applied} as "has_applied", coalesce(s."outcome" = 'enrolled', false) as "is_enrolled",
  l."clg_id", l."source"`;
