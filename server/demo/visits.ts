import sql from 'sql-template-tag';
import type { ReportedVisit, VisitRows } from '../visits/visit-rows';
import { visitRows } from '../visits/visit-rows';
import { writeVisits } from '../visits/write-visits';
import { day, iso, minute } from './office-hours';
import type { SeedContext } from './seed-context';
import { writeRows } from './write-rows';

type Body = ReportedVisit['body'];
type Way = Pick<Body, 'utm_source' | 'utm_medium' | 'utm_campaign' | 'referrer'>;

const shownDays = 30;
const batch = 500;
const agents = [
  ['Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36', 62],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36', 24],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Mobile/15E148 Safari/604.1', 10],
  ['Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1 Safari/604.1', 4],
] as const;
const pages = ['/', '/courses', '/fees', '/placements', '/scholarships', '/contact'];

interface Enquiry {
  readonly id: string;
  readonly at: string;
  readonly utm_source: string | null;
  readonly utm_medium: string | null;
  readonly utm_campaign: string | null;
}

/**
 * Visits of the demo tenant's site in the last month, each reported and written as the script's own reports are: those that its
 * online enquiries came from, and those that led to none. What its ads cost follows from their clicks.
 */
export async function addVisits(context: SeedContext, siteId: string, of: string): Promise<void> {
  const { tx, office, luck, now } = context;
  const { tenantId } = office.seed;
  const since = iso(now - shownDays * day);
  const enquiries = await tx.rows<Enquiry>(sql`
    select "id", "created_at" as "at", "utm_source", "utm_medium", "utm_campaign" from "lead_captures"
    where "tenant_id" = ${tenantId} and "via" in ('landing_page', 'form', 'ad') and "created_at" >= ${since}::timestamptz order by "id"`);
  const host = `www.${of}.example`;
  const visit = (at: number, way: Way, visitor: string, isEnquiry: boolean): VisitRows => {
    const page = way.utm_campaign ? `/lp/${way.utm_campaign}` : luck.pick(pages);
    const seesForm = isEnquiry || luck.happens(0.55);
    const events: Body['events'] = [
      { kind: 'page_view', page },
      ...Array.from({ length: luck.whole(0, 2) }, () => ({ kind: 'page_view' as const, page: luck.pick(pages) })),
      ...(seesForm ? [{ kind: 'form_view' as const, page, form: 'enquiry' }] : []),
      ...(isEnquiry || (seesForm && luck.happens(0.2)) ? [{ kind: 'form_start' as const, page, form: 'enquiry' }] : []),
    ];
    const body: Body = { visit: keyFrom(luck.next), visitor, ...way, events };
    return withIds(
      visitRows({ siteId, hosts: [host.slice(4)], agent: luck.weighed(agents), at: new Date(at), body }),
      context,
      at,
    );
  };

  const made = enquiries.map((one) => ({
    capture: one.id,
    rows: visit(Date.parse(one.at) - luck.whole(2, 14) * minute, wayOf(one, context), keyFrom(luck.next), true),
  }));
  const ways = enquiries.map((one) => wayOf(one, context));
  const visitors = Array.from({ length: enquiries.length * 3 }, () => keyFrom(luck.next));
  const others = Array.from({ length: enquiries.length * 4 }, () =>
    visit(now - Math.floor(luck.next() * shownDays * day), luck.pick(ways), luck.pick(visitors), false),
  );
  const all = [...made.map(({ rows }) => rows), ...others];
  for (let at = 0; at < all.length; at += batch) await writeVisits(tx, tenantId, all.slice(at, at + batch));
  await tx.run(sql`
    update "lead_captures" c set "visit_id" = x."visit" from jsonb_to_recordset(${JSON.stringify(
      made.map(({ capture, rows }) => ({ id: capture, visit: rows.visit.id })),
    )}::jsonb) as x("id" text, "visit" text) where c."tenant_id" = ${tenantId} and c."id" = x."id"`);
  await addCosts(context);
}

/** An enquiry with a campaign came by its ad; the rest by search, a link, or by typing the address. */
function wayOf({ utm_source, utm_medium, utm_campaign }: Enquiry, { luck }: SeedContext): Way {
  if (utm_source) return { utm_source, utm_medium: utm_medium ?? 'cpc', ...(utm_campaign ? { utm_campaign } : {}) };
  const referrer = luck.weighed([
    ['https://www.google.com/', 50],
    ['https://www.instagram.com/', 8],
    ['https://www.quora.com/', 6],
    ['https://www.shiksha.example/', 8],
    ['', 28],
  ] as const);
  return referrer ? { referrer } : {};
}

/** Uploaded until yesterday: each day and campaign with ad clicks, and the stand at a fair, a channel without clicks. */
async function addCosts({ tx, office, luck, now }: SeedContext): Promise<void> {
  const { tenantId, sources } = office.seed;
  const accounts = new Map(
    (
      await tx.rows<{ id: string; platform: string }>(
        sql`select "id", "platform" from "ads_accounts" where "tenant_id" = ${tenantId} order by "id"`,
      )
    ).map(({ id, platform }) => [platform, id]),
  );
  const clicks = await tx.rows<{ day: string; utm_source: string; utm_campaign: string; clicks: number }>(sql`
    select to_char("started_at" at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as "day", case "utm_source" when 'google' then 'google' else 'facebook' end as "utm_source",
      "utm_campaign", count(*)::int as "clicks" from "site_visits"
    where "tenant_id" = ${tenantId} and "utm_medium" = 'cpc' and "utm_campaign" is not null and "utm_source" in ('google', 'facebook', 'instagram')
      and "started_at" < ${iso(now - day)}::timestamptz group by 1, 2, 3 order by 1, 2, 3`);
  const rows = clicks.map((one) => {
    const shown = one.utm_source === 'google' ? luck.whole(12, 30) : luck.whole(40, 110);
    return {
      day: one.day,
      platform: one.utm_source,
      campaign: one.utm_campaign,
      account_id: accounts.get(one.utm_source) ?? null,
      source_id: sources.get(one.utm_source === 'google' ? 'Google' : 'Facebook') ?? null,
      spend: one.clicks * (one.utm_source === 'google' ? luck.whole(28, 46) : luck.whole(14, 26)),
      clicks: one.clicks,
      impressions: one.clicks * shown,
    };
  });
  const fair = {
    day: iso(now - 9 * day).slice(0, 10),
    platform: 'other',
    campaign: 'pune-education-fair',
    account_id: null,
    source_id: sources.get('Education Fair') ?? null,
    spend: 18_500,
    clicks: null,
    impressions: null,
  };
  const at = iso(now - day);
  const stored = [...rows, fair].map((row) => ({ id: luck.id(now - day), created_at: at, updated_at: at, ...row }));
  await writeRows(tx, tenantId, 'campaign_costs', stored);
}

const keyFrom = (next: () => number): string =>
  Array.from({ length: 4 }, () =>
    Math.floor(next() * 0xffffffff)
      .toString(16)
      .padStart(8, '0'),
  ).join('');

/** With ids that repeat, as everything of the demo does. */
function withIds({ visit, events }: VisitRows, { luck }: SeedContext, at: number): VisitRows {
  return { visit: { ...visit, id: luck.id(at) }, events: events.map((event) => ({ ...event, id: luck.id(at) })) };
}
