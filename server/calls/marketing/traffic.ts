import sql from 'sql-template-tag';
import * as figures from '../../../src/schemas/calls/marketing-figures';
import type { DimensionId } from '../../../src/schemas/kit/dimensions';
import { mayDo } from '../../../src/schemas/kit/access';
import { deviceNames, devices, visitChannelNames, visitChannels } from '../../../src/schemas/kit/visit-channels';
import { isOneOf } from '../../../src/schemas/kit/is-one-of';
import { leads } from '../../../src/schemas/leads/leads';
import type { Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { countTable, type Counts } from '../../measures/count-table';
import { askedBy } from '../../measures/asked';
import { veiledFor } from '../../measures/cell';
import { countVisits } from '../../visits/count-visits';
import { visitsNow } from '../../visits/visits-now';
import { daysAsked } from './days-asked';

export const handlers: Handlers = {
  ...handle(figures.traffic, traffic),
  ...handle(figures.trafficNow, async ({ tx, session, services }) => ({
    data: await visitsNow(tx, session.tenantId, services.now()),
  })),
};

const mostRows = 500;
const newLeads = { measure: 'L1' } as const;
const dimensionOf: Readonly<Record<figures.TrafficBy, DimensionId>> = {
  day: 'day',
  channel: 'visit_channel',
  source: 'visit_source',
  medium: 'visit_medium',
  campaign: 'visit_campaign',
  page: 'visit_page',
  device: 'visit_device',
  site: 'visit_site',
};

/** Visits are the tenant's; leads are those that the reader can open. */
async function traffic({
  tx,
  session,
  services,
  query,
}: CallContext<typeof figures.traffic>): Promise<CallReply<typeof figures.traffic>> {
  const now = services.now();
  const { site, by } = query;
  const days = daysAsked(query, now, session.timezone);
  const asked = askedBy(session, now, days);
  const { tenantId, scope } = session;
  const visits = await countVisits(tx, { tenantId, zone: asked.zone, scope, from: asked.from, to: asked.to, site }, by);
  const values = site === undefined ? { visited: ['yes'] } : { visit_site: [site] };
  const mayLeads = mayDo(session, leads.access, 'list') && !veiledFor(session)(dimensionOf[by]);
  const counts = mayLeads ? await countTable(tx, asked, [dimensionOf[by]], [newLeads], values) : undefined;
  const keys = new Set([...visits.rows.keys(), ...(counts?.paths.map(([key]) => key ?? null) ?? [])]);
  const sites = by === 'site' ? await siteNames(tx, tenantId) : new Map<string, string>();
  const rows = [...keys]
    .map((key) => ({
      ...(visits.rows.get(key) ?? noVisits),
      leads: leadsOf(counts, [key]),
      key: key ?? '',
      label: key === null ? unset[by] : labelOf(by, key, sites),
    }))
    .toSorted((a, b) => (by === 'day' ? (a.key < b.key ? 1 : -1) : b.visits - a.visits || Number(b.leads) - Number(a.leads)));
  const data: figures.Traffic = {
    total: { ...visits.total, leads: leadsOf(counts, []) },
    funnel: visits.funnel,
    days: visits.days,
    rows: rows.slice(0, mostRows),
    more_rows: Math.max(0, rows.length - mostRows),
    as_of: now.toISOString(),
  };
  return { data };
}

const noVisits = { visits: 0, visitors: 0, page_views: 0, form_views: 0, form_starts: 0, converted: 0 };
const unset: Readonly<Record<figures.TrafficBy, string>> = {
  day: 'No day',
  channel: 'Not known',
  source: 'No UTM source',
  medium: 'No UTM medium',
  campaign: 'No UTM campaign',
  page: 'Not known',
  device: 'Not known',
  site: 'Not known',
};
function labelOf(by: figures.TrafficBy, key: string, sites: ReadonlyMap<string, string>): string {
  if (by === 'channel') return isOneOf(visitChannels, key) ? visitChannelNames[key] : key;
  if (by === 'device') return isOneOf(devices, key) ? deviceNames[key] : key;
  return by === 'site' ? (sites.get(key) ?? 'Deleted site') : key;
}

const leadsOf = (counts: Counts | undefined, path: readonly (string | null)[]): number | null => {
  const found = counts?.number(newLeads, path);
  return found === undefined ? null : Number(found.value);
};

async function siteNames(tx: CallContext<typeof figures.traffic>['tx'], tenantId: string): Promise<Map<string, string>> {
  const rows = await tx.rows<{ id: string; name: string }>(
    sql`select "id", "name" from "analytics_properties" where "tenant_id" = ${tenantId}`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
