import sql from 'sql-template-tag';
import * as reportCalls from '../../../src/schemas/calls/provider-reports';
import { notAllowed, problem } from '../../../src/schemas/kit/problem';
import { noteReply, takeReports } from '../../campaigns/take-reports';
import { reportsOf } from '../../channels/provider-reports';
import { providerById } from '../../channels/providers';
import { readReportAddress } from '../../channels/report-address';
import type { DeliveryReport } from '../../channels/sender';
import { readTracked } from '../../channels/tracked-html';
import type { Handlers, RequestInfo } from '../../context/context';
import { handle, type CallReply, type OutsideCallContext } from '../../context/handle';
import type { Services } from '../../context/services';
import { actorOf } from '../../identity/sessions';
import { newId } from '../../store/ids';
import type { Tx } from '../../store/store';
import { deadLink } from './mail-page';

export const handlers: Handlers = {
  ...handle(reportCalls.providerReports, takeProviderReports),
  ...handle(reportCalls.mailOpens, noteOpen),
  ...handle(reportCalls.mailClicks, follow),
};

/**
 * Signed as the provider signs, or refused with nothing written. A report about a message that is not known here is counted and
 * answered like any other, so that the provider does not repeat it.
 */
async function takeProviderReports(
  context: OutsideCallContext<typeof reportCalls.providerReports>,
): Promise<CallReply<typeof reportCalls.providerReports>> {
  const { services, params, body, request } = context;
  const token = params['token'] ?? '';
  const found = readReportAddress(services, token);
  if (!found) throw problem(403, notAllowed);
  const { tenantId, providerId } = found;
  const actor = { ...actorOf(request, tenantId, null), reason: 'delivery reports' };
  const row = await services.store.transaction(actor, (tx) => providerById(tx, services, tenantId, providerId));
  const reporting = row && reportsOf(row.channel, row.provider.name);
  const url = `${services.config.publicUrl}/api/provider-reports/${token}`;
  const sent = { url, body, request, at: services.now() };
  if (!row || !reporting?.isGenuine(row.provider, sent)) throw problem(403, notAllowed);
  const reports = reporting.read(row.provider, sent);
  const replies = reports.length ? [] : (reporting.replies?.(row.provider, sent) ?? []);
  await services.store.transaction(actor, async (tx) => {
    const unknown = await countUnknown(tx, tenantId, reports);
    await takeReports(tx, tenantId, reports, { channel: row.channel, provider: row.provider.name });
    for (const one of replies) await noteReply(tx, tenantId, { ...one, channel: row.channel, at: sent.at });
    await noteState(tx, { tenantId, providerId, now: services.now() }, reports.length, unknown);
  });
  return { message: 'Thank you.' };
}

async function countUnknown(tx: Tx, tenantId: string, reports: readonly DeliveryReport[]): Promise<number> {
  const [keys, ids] = [reports.map(({ key }) => key ?? ''), reports.map(({ providerId }) => providerId ?? '')];
  const rows: { id: string; provider_id: string | null }[] = await tx.rows(
    sql`select "id", "provider_id" from "outbox_messages" where "tenant_id" = ${tenantId} and "deleted_at" is null
          and ("id" = any(${keys}::text[]) or ("provider_id" <> '' and "provider_id" = any(${ids}::text[])))`,
    'reports-known',
  );
  const known = new Set(rows.flatMap(({ id, provider_id: theirs }) => [id, theirs]));
  return reports.filter(({ key, providerId }) => !known.has(key ?? providerId ?? null)).length;
}

async function noteState(
  tx: Tx,
  { tenantId, providerId, now }: { readonly tenantId: string; readonly providerId: string; readonly now: Date },
  reports: number,
  unknown: number,
): Promise<void> {
  await tx.run(
    sql`insert into "provider_states" as s ("tenant_id", "id", "provider_id", "reports", "unknown_reports", "last_report_at")
        values (${tenantId}, ${newId()}, ${providerId}, ${reports}, ${unknown}, ${now.toISOString()}::timestamptz)
        on conflict ("tenant_id", "provider_id") where "deleted_at" is null do update set "reports" = s."reports" + excluded."reports",
          "unknown_reports" = s."unknown_reports" + excluded."unknown_reports", "last_report_at" = excluded."last_report_at"`,
    'provider-state',
  );
}

const point = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** The picture comes whatever the link says: a mail shows no gap. */
async function noteOpen({
  services,
  params,
  request,
}: OutsideCallContext<typeof reportCalls.mailOpens>): Promise<CallReply<typeof reportCalls.mailOpens>> {
  const found = readTracked(services, 'mail-opens', params['token'] ?? '');
  if (found) await note(services, request, found, 'read');
  return { headers: { 'cache-control': 'no-store' }, raw: { body: point, type: 'image/gif' } };
}

async function follow({
  services,
  params,
  request,
}: OutsideCallContext<typeof reportCalls.mailClicks>): Promise<CallReply<typeof reportCalls.mailClicks>> {
  const found = readTracked(services, 'mail-clicks', params['token'] ?? '');
  if (!found) return deadLink('Link');
  await note(services, request, found, 'clicked');
  return { code: 302, headers: { location: found.target, 'cache-control': 'no-store' }, raw: { body: '', type: 'text/plain' } };
}

function note(
  services: Services,
  request: RequestInfo,
  { tenantId, key }: { readonly tenantId: string; readonly key: string },
  state: 'read' | 'clicked',
): Promise<number> {
  const actor = { ...actorOf(request, tenantId, null), reason: 'mail link' };
  return services.store.transaction(actor, (tx) => takeReports(tx, tenantId, [{ key, state, at: services.now() }]));
}
