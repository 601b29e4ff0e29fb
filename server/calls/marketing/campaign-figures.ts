import sql, { join, type Sql } from 'sql-template-tag';
import * as figures from '../../../src/schemas/calls/marketing-figures';
import { mayDo } from '../../../src/schemas/kit/access';
import type { DimensionId } from '../../../src/schemas/kit/dimensions';
import type { MeasureId } from '../../../src/schemas/kit/measures';
import { leads } from '../../../src/schemas/leads/leads';
import type { Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { askedBy, type Asked } from '../../measures/asked';
import { measuresSeen, veiledFor } from '../../measures/cell';
import { countTable, type Counts } from '../../measures/count-table';
import type { Tx } from '../../store/store';
import { daysAsked } from './days-asked';

export const handlers: Handlers = {
  ...handle(figures.campaignFigures, campaignFigures),
};

const mostRows = 500;
const outcomes = ['leads', 'verified', 'applications', 'enrolled', 'revenue'] as const;
type Outcome = (typeof outcomes)[number];
/** The measures behind the columns. */
const measured = {
  leads: 'L1',
  verified: 'L8',
  applications: 'P2',
  enrolled: 'P4',
  revenue: 'R1',
} as const satisfies Readonly<Record<Outcome, MeasureId>>;

/** Which capture of a lead says what campaign and source it is credited to. */
const credits: Readonly<Record<figures.Attribution, Readonly<Record<figures.CampaignBy | 'platform', DimensionId>>>> = {
  first: { campaign: 'campaign', source: 'source', platform: 'platform', day: 'day' },
  last: { campaign: 'last_campaign', source: 'last_source', platform: 'last_platform', day: 'day' },
  any: { campaign: 'any_campaign', source: 'any_source', platform: 'any_platform', day: 'day' },
};

type Costs = Pick<figures.CampaignNumbers, 'spend' | 'impressions' | 'clicks'>;
interface CostRow extends Costs {
  readonly key: string | null;
  readonly label: string | null;
  readonly g: number;
}

/** Costs by the uploads, and the leads that the reader can open by the product's measures, row by row. */
async function campaignFigures({
  tx,
  session,
  services,
  query,
}: CallContext<typeof figures.campaignFigures>): Promise<CallReply<typeof figures.campaignFigures>> {
  const now = services.now();
  const asked = askedBy(session, now, daysAsked(query, now, session.timezone));
  const { by, platform, attribution } = query;
  const costs = await costsBy(tx, asked, by, platform);
  const dimensions = credits[attribution];
  const read = [dimensions[by], ...(platform === undefined ? [] : [dimensions.platform])];
  const mayLeads = mayDo(session, leads.access, 'list') && !read.some(veiledFor(session));
  const columns = outcomes.map((name) => ({ measure: measured[name] }));
  const values = platform === undefined ? {} : { [dimensions.platform]: figures.platformsOf(platform) };
  const counts = mayLeads ? await countTable(tx, asked, [dimensions[by]], columns, values) : undefined;
  const isSeen = measuresSeen(session);
  const numberAt = (name: Outcome, path: readonly (string | null)[]): number | null =>
    isSeen(measured[name]) ? numberOf(counts, name, path) : null;
  const outcome = (path: readonly (string | null)[]): Omit<figures.CampaignNumbers, keyof Costs> => ({
    leads: numberAt('leads', path),
    verified: numberAt('verified', path),
    applications: numberAt('applications', path),
    enrolled: numberAt('enrolled', path),
    revenue: numberAt('revenue', path),
  });
  const keys = new Set([...costs.rows.keys(), ...(counts?.paths.map(([key]) => key ?? null) ?? [])]);
  const names = by === 'source' ? await sourceNames(tx, asked.tenantId) : new Map<string, string>();
  const rows = [...keys]
    .map((key): figures.CampaignRow => {
      const cost = costs.rows.get(key);
      return { ...noCosts, ...cost?.costs, ...outcome([key]), key: key ?? '', label: labelOf(by, key, cost?.label, names) };
    })
    .toSorted((a, b) =>
      by === 'day' ? (a.key < b.key ? 1 : -1) : (b.spend ?? -1) - (a.spend ?? -1) || Number(b.leads) - Number(a.leads),
    );
  const data: figures.CampaignFigures = {
    total: { ...costs.total, ...outcome([]) },
    rows: rows.slice(0, mostRows),
    more_rows: Math.max(0, rows.length - mostRows),
    whole: asked.scope === 'tenant',
    costs_until: await lastCost(tx, asked.tenantId),
    as_of: now.toISOString(),
  };
  return { data };
}

const noCosts: Costs = { spend: null, impressions: null, clicks: null };

function labelOf(
  by: figures.CampaignBy,
  key: string | null,
  label: string | null | undefined,
  names: ReadonlyMap<string, string>,
): string {
  if (key === null) return by === 'source' ? 'No source' : by === 'day' ? 'No day' : 'No campaign';
  return by === 'source' ? (names.get(key) ?? 'Deleted source') : (label ?? key);
}

function numberOf(counts: Counts | undefined, name: Outcome, path: readonly (string | null)[]): number | null {
  const found = counts?.number({ measure: measured[name] }, path);
  return found === undefined ? null : Number(found.value);
}

/** What was uploaded for the days, by row and in all; what no row says is unknown, not zero. */
async function costsBy(
  tx: Tx,
  { tenantId, firstDay, lastDay }: Asked,
  by: figures.CampaignBy,
  platform: figures.PlatformChoice | undefined,
): Promise<{ total: Costs; rows: Map<string | null, { costs: Costs; label: string | null }> }> {
  const keys: Readonly<Record<figures.CampaignBy, Sql>> = {
    campaign: sql`lower(btrim(c."campaign"))`,
    day: sql`to_char(c."day", 'YYYY-MM-DD')`,
    source: sql`coalesce(c."source_id", a."source_id")`,
  };
  const where = [
    sql`c."tenant_id" = ${tenantId} and c."deleted_at" is null and c."day" >= ${firstDay}::date and c."day" <= ${lastDay}::date`,
    ...(platform === undefined ? [] : [sql`c."platform" = any(${[...figures.platformsOf(platform)]}::text[])`]),
  ];
  const found = await tx.rows<CostRow>(sql`
    select x."key", max(x."campaign") as "label", grouping(x."key") as "g", sum(x."spend")::float8 as "spend",
      sum(x."impressions")::float8 as "impressions", sum(x."clicks")::float8 as "clicks"
    from (select c.*, ${keys[by]} as "key" from "campaign_costs" c
      left join "ads_accounts" a on a."tenant_id" = c."tenant_id" and a."id" = c."account_id" where ${join(where, ' and ')}) x
    group by grouping sets ((x."key"), ())`);
  const plain = ({ spend, impressions, clicks }: Costs): Costs => ({ spend, impressions, clicks });
  const whole = found.find(({ g }) => Number(g) === 1);
  const parts = found.filter(({ g }) => Number(g) === 0);
  return {
    total: whole ? plain(whole) : noCosts,
    rows: new Map(parts.map((row) => [row.key, { costs: plain(row), label: row.label }])),
  };
}

async function lastCost(tx: Tx, tenantId: string): Promise<string | null> {
  const row = await tx.row<{ day: string | null }>(sql`
    select to_char(max("day"), 'YYYY-MM-DD') as "day" from "campaign_costs" where "tenant_id" = ${tenantId} and "deleted_at" is null`);
  return row?.day ?? null;
}

async function sourceNames(tx: Tx, tenantId: string): Promise<Map<string, string>> {
  const rows = await tx.rows<{ id: string; name: string }>(
    sql`select "id", "name" from "lead_sources" where "tenant_id" = ${tenantId}`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
