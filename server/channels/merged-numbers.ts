import sql, { type Sql } from 'sql-template-tag';

/** The leads into which others with this phone were merged, over every further merge: the number reaches them too. */
export const keptWithNumber = (tenantId: string, phone: string): Sql => sql`array(
  with recursive "way" as (
    select "kept_id" as "id", 1 as "step" from "lead_merges" where "tenant_id" = ${tenantId} and "state" = 'merged' and "deleted_at" is null
      and ("phone" = ${phone} or "former_phone" = ${phone})
    union all select k."merged_into", w."step" + 1 from "way" w join "leads" k on k."tenant_id" = ${tenantId} and k."id" = w."id"
      where k."merged_into" is not null and w."step" < 20)
  select "id" from "way")`;
