import sql from 'sql-template-tag';
import type { DimensionId } from '../../src/schemas/kit/dimensions';
import type { Asked } from './asked';
import type { Grouping } from './grouping';
import { collegesOfLeads } from './lead-colleges';

/** What follows from a lead and what belongs to it: its source's channel, how often it was dialled, how often it came. */
export function leadGrouping(id: DimensionId, asked: Asked): Grouping | undefined {
  const { tenantId } = asked;
  switch (id) {
    case 'channel':
      return {
        on: sql`l."prmary_source"`,
        relation: sql`select s."id" as "of", s."channel" as "key" from "lead_sources" s where s."tenant_id" = ${tenantId} and s."channel" is not null`,
      };
    case 'dials':
      return {
        key: sql`(case when coalesce(l."dial_count", 0) <= 5 then coalesce(l."dial_count", 0) when l."dial_count" <= 10 then 6 else 11 end)::text`,
      };
    case 'captures':
      return {
        key: sql`(select nullif(least(count(*), 5), 0)::text from "lead_captures" c
          where c."tenant_id" = ${tenantId} and c."lead_id" = l."id" and c."deleted_at" is null)`,
      };
    case 'partner':
      return {
        on: sql`l."id"`,
        relation: sql`select distinct o."of", 'yes' as "key" from (${collegesOfLeads(asked)}) o
          join "colleges" p on p."tenant_id" = ${tenantId} and p."clg_id"::text = o."key" and coalesce(p."is_partner", true) and p."deleted_at" is null`,
      };
    default:
      return undefined;
  }
}
