import sql, { join } from 'sql-template-tag';
import { siteEvents } from '../../src/schemas/marketing/site-events';
import { siteVisits } from '../../src/schemas/marketing/site-visits';
import { ident } from '../store/identifiers';
import { insertRows } from '../store/listed-rows';
import type { Tx } from '../store/store';
import type { VisitRows } from './visit-rows';

/** A visit with more pages than a person opens is not written any further. */
const mostEvents = 500;
const visitColumns = [
  'id',
  'site_id',
  'visit_key',
  'visitor_key',
  'started_at',
  'last_at',
  'channel',
  'referrer',
  'landing_page',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'device',
  'page_views',
  'form_views',
  'form_starts',
];
const eventColumns = ['id', 'visit_id', 'kind', 'page', 'form', 'at'];
const sums = ['page_views', 'form_views', 'form_starts'] as const;

/**
 * Adds visits, and to known ones what happened since: how a visit began stays as it was first reported. The keys of different
 * reports must differ. A key that is another site's, or a visit that is full, takes nothing.
 */
export async function writeVisits(tx: Tx, tenantId: string, reports: readonly VisitRows[]): Promise<void> {
  const adding = insertRows(
    tenantId,
    siteVisits,
    visitColumns,
    reports.map(({ visit }) => visit),
  );
  if (!adding) return;
  const added = join(sums.map((name) => sql`${ident(name)} = "site_visits".${ident(name)} + excluded.${ident(name)}`));
  const kept = await tx.rows<{ id: string; visit_key: string }>(sql`
    ${adding}
    on conflict ("tenant_id", "visit_key") where "deleted_at" is null do update set
      "last_at" = greatest("site_visits"."last_at", excluded."last_at"), ${added}
      where "site_visits"."site_id" = excluded."site_id" and "site_visits"."visitor_key" = excluded."visitor_key"
        and "site_visits"."page_views" + "site_visits"."form_views" + "site_visits"."form_starts" < ${mostEvents}
    returning "id", "visit_key"`);
  const ids = new Map(kept.map(({ id, visit_key }) => [visit_key, id]));
  const events = reports.flatMap(({ visit, events: own }) => {
    const visitId = ids.get(visit.visit_key ?? '');
    return visitId === undefined ? [] : own.map((event) => Object.assign({}, event, { visit_id: visitId }));
  });
  const writing = insertRows(tenantId, siteEvents, eventColumns, events);
  if (writing) await tx.run(writing);
}
