import sql, { raw } from 'sql-template-tag';
import type { DimensionId } from '../../src/schemas/kit/dimensions';
import type { Asked } from './asked';
import type { Grouping } from './grouping';

const columns: Readonly<Partial<Record<DimensionId, string>>> = {
  visit_site: 'v."site_id"',
  visit_channel: 'v."channel"',
  visit_source: 'lower(v."utm_source")',
  visit_medium: 'lower(v."utm_medium")',
  visit_campaign: 'lower(v."utm_campaign")',
  visit_device: 'v."device"',
};

/** What the site visit says on which a fact was made; its table is joined only where one of these is used. */
export function visitGrouping(id: DimensionId, { tenantId }: Asked): Grouping | undefined {
  const on = sql`f."visit_id"`;
  if (id === 'visited') return { key: sql`case when f."visit_id" is not null then 'yes' end` };
  if (id === 'visit_page')
    return {
      on,
      relation: sql`select distinct e."visit_id" as "of", e."page" as "key" from "site_events" e
        where e."tenant_id" = ${tenantId} and e."deleted_at" is null`,
    };
  const column = columns[id];
  if (column === undefined) return undefined;
  return {
    on,
    relation: sql`select v."id" as "of", ${raw(column)} as "key" from "site_visits" v
      where v."tenant_id" = ${tenantId} and v."deleted_at" is null and ${raw(column)} is not null`,
  };
}
