import sql from 'sql-template-tag';
import type { FactTable } from './fact-table';

const source = 'source_id';

/**
 * M1, M2: what campaigns cost, by upload. A cost names its campaign only: the UTM source and medium, and the spelling, are those that
 * most leads of the campaign have; a campaign without leads is 'Not mapped'.
 */
export const campaignCosts: FactTable = {
  credit: 'nobody',
  lead: 'never',
  own: {
    source,
    last_source: source,
    any_source: source,
    channel: 'channel',
    utm_source: 'utm_source',
    utm_medium: 'utm_medium',
    utm_campaign: 'utm_campaign',
  },
  select: ({ tenantId, firstDay, lastDay, zone }) => sql`
    select c."id", null::text as "lead_id", null::text as "user_id", c."day"::timestamp at time zone ${zone} as "at",
      c."spend", c."clicks", coalesce(c."source_id", a."source_id") as "source_id", s."channel",
      case when m."key" is null then 'Not mapped' else m."utm_source" end as "utm_source",
      case when m."key" is null then 'Not mapped' else m."utm_medium" end as "utm_medium",
      coalesce(m."utm_campaign", c."campaign") as "utm_campaign"
    from "campaign_costs" c
    left join "ads_accounts" a on a."tenant_id" = c."tenant_id" and a."id" = c."account_id"
    left join "lead_sources" s on s."tenant_id" = c."tenant_id" and s."id" = coalesce(c."source_id", a."source_id")
    left join (select distinct on (g."key") g.* from (
        select lower(btrim(l."utm_campaign")) as "key", l."utm_campaign", l."utm_source", l."utm_medium", count(*) as "n"
        from "leads" l where l."tenant_id" = ${tenantId} and l."deleted_at" is null
          and lower(btrim(l."utm_campaign")) in (select lower(btrim(b."campaign")) from "campaign_costs" b
            where b."tenant_id" = ${tenantId} and b."deleted_at" is null and b."day" >= ${firstDay}::date and b."day" <= ${lastDay}::date)
        group by 1, 2, 3, 4) g order by g."key", g."n" desc, g."utm_campaign", g."utm_source", g."utm_medium") m
      on m."key" = lower(btrim(c."campaign"))
    where c."tenant_id" = ${tenantId} and c."deleted_at" is null and c."day" >= ${firstDay}::date and c."day" <= ${lastDay}::date`,
};
