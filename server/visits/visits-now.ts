import sql from 'sql-template-tag';
import type { SiteState, TrafficNow } from '../../src/schemas/calls/marketing-figures';
import type { Tx } from '../store/store';

const liveMs = 5 * 60_000;

/** Visits with something in the last five minutes, and each site with its newest report. */
export async function visitsNow(tx: Tx, tenantId: string, now: Date): Promise<TrafficNow> {
  const since = new Date(now.getTime() - liveMs).toISOString();
  const pages = await tx.rows<{ page: string; visits: number; live: number }>(sql`
    with v as (select "id" from "site_visits"
        where "tenant_id" = ${tenantId} and "deleted_at" is null and "last_at" >= ${since}::timestamptz),
      newest as (select distinct on (e."visit_id") e."visit_id", e."page" from "site_events" e join v on v."id" = e."visit_id"
        where e."tenant_id" = ${tenantId} and e."deleted_at" is null order by e."visit_id", e."at" desc, e."id" desc)
    select "page", count(*)::int as "visits", (select count(*)::int from v) as "live" from newest group by "page"
    order by "visits" desc, "page" limit 10`);
  const sites = await tx.rows<SiteState>(sql`
    select s."id", s."name", s."site_url", s."consent", s."consent_text", s."status"::int as "status",
      (select max(v."last_at") from "site_visits" v where v."tenant_id" = s."tenant_id" and v."site_id" = s."id"
        and v."deleted_at" is null) as "last_at"
    from "analytics_properties" s where s."tenant_id" = ${tenantId} and s."deleted_at" is null order by lower(s."name"), s."id"`);
  return { live: pages[0]?.live ?? 0, pages: pages.map(({ page, visits }) => ({ page, visits })), sites };
}
