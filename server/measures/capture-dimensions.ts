import sql, { type Sql } from 'sql-template-tag';
import type { DimensionId } from '../../src/schemas/kit/dimensions';
import type { Asked } from './asked';
import type { Grouping } from './grouping';

const own: Readonly<Partial<Record<DimensionId, readonly ['first' | 'last' | 'any', 'campaign' | 'platform']>>> = {
  campaign: ['first', 'campaign'],
  last_campaign: ['last', 'campaign'],
  any_campaign: ['any', 'campaign'],
  platform: ['first', 'platform'],
  last_platform: ['last', 'platform'],
  any_platform: ['any', 'platform'],
};

/** What one of a lead's captures says: the first, the last until now, or each of them. Campaigns are compared without case. */
export function captureGrouping(id: DimensionId, asked: Asked): Grouping | undefined {
  const [which, what] = own[id] ?? [];
  if (!which || !what) return undefined;
  const key = what === 'campaign' ? sql`nullif(lower(btrim(c."utm_campaign")), '')` : platformOf;
  const from = sql`"lead_captures" c${what === 'campaign' ? sql`` : accountsOf(asked)}
    where c."tenant_id" = ${asked.tenantId} and c."deleted_at" is null`;
  const order = which === 'first' ? sql`c."created_at", c."id"` : sql`c."created_at" desc, c."id" desc`;
  const said =
    which === 'any'
      ? sql`select distinct c."lead_id" as "of", ${key} as "key" from ${from}`
      : sql`select distinct on (c."lead_id") c."lead_id" as "of", ${key} as "key" from ${from} order by c."lead_id", ${order}`;
  // A lead whose capture says nothing is 'not set': it has no row here.
  return { on: sql`l."id"`, relation: sql`select s."of", s."key" from (${said}) s where s."key" is not null` };
}

/** The platform that the UTM source names, else that of the ads account whose leads have this source, else another one. */
const platformOf = sql`case
  when lower(c."utm_medium") in ('organic', 'referral', 'email', 'sms', 'whatsapp') then 'other'
  when lower(c."utm_source") ~ '^(google|adwords|youtube)([-_ ]?ads?)?$' then 'google'
  when lower(c."utm_source") ~ '^(facebook|fb|instagram|ig|meta)([-_ ]?ads?)?$' then 'facebook'
  else coalesce(a."platform", 'other') end`;
const accountsOf = ({ tenantId }: Asked): Sql => sql` left join (
  select "source_id", min("platform") as "platform" from "ads_accounts" where "tenant_id" = ${tenantId} and "deleted_at" is null
  group by "source_id" having count(distinct "platform") = 1) a on a."source_id" = c."source" and c."utm_source" is null`;
