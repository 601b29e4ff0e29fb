import sql from 'sql-template-tag';
import { campaignKinds, changeRun, keepRun, readCampaign, type CampaignRef } from '../campaigns/campaign-kinds';
import { messageOfCampaign } from '../campaigns/campaign-message';
import { listRecipients } from '../campaigns/list-recipients';
import { judge } from '../campaigns/recipients';
import { takeReports } from '../campaigns/take-reports';
import { judgedAs, waitingRows } from '../campaigns/waiting-rows';
import { firstReport, nextReport } from '../channels/simulator';
import type { DeliveryReport } from '../channels/sender';
import { ident } from '../store/identifiers';
import type { Tx } from '../store/store';

const minute = 60_000;
const mostSimulated = 100_000;

/**
 * A whole run of a campaign in the past: its audience is written into the ledger, judged by the gate and reported on by the
 * simulator, as in a real run, but inside the transaction that creates the demo tenant.
 */
export async function simulateRun(tx: Tx, tenantId: string, ref: CampaignRef, at: Date): Promise<void> {
  const campaign = await readCampaign(tx, tenantId, ref, 'lock');
  const message = campaign && (await messageOfCampaign(tx, tenantId, campaign));
  if (!campaign || !message) return;
  const { channel } = campaign;
  await listRecipients(tx, tenantId, { ...campaign, run: 1, listed: '', message }, 'tenant', at);
  const waiting = await waitingRows(tx, tenantId, campaign, { now: at, after: '', limit: mostSimulated });
  const people = waiting.map((one) => judgedAs(one, channel));
  const judged = await judge({ tx, tenantId, channel, message, now: at }, people);
  const sent = judged.map(({ one, rendered, cost }) => ({
    id: one.row_id,
    body: rendered.body,
    fills: rendered.fills,
    params: rendered.params,
    cost,
  }));
  await tx.run(sql`
    update "outbox_messages" o set "state" = 'sent', "provider" = 'simulator', "provider_id" = 'sim-' || o."id", "body" = r."body",
      "fills" = r."fills", "params" = r."params", "cost" = r."cost", "html" = ${message.html}, "asked_at" = ${at.toISOString()}::timestamptz,
      "sent_at" = ${at.toISOString()}::timestamptz, "attempts" = 1
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) r("id" text, "body" text, "fills" jsonb, "params" jsonb, "cost" numeric)
    where o."tenant_id" = ${tenantId} and o."id" = r."id"`);
  await takeReports(
    tx,
    tenantId,
    judged.flatMap(({ one, to }) => (to === null ? [] : reportsOn(one.row_id, to, channel, at))),
  );
  await keepRun(tx, tenantId, ref.id, { listed: 'all', message });
  await changeRun(tx, tenantId, ref.id, sql`"sender" = 'simulator'`);
  const written = new Date(at.getTime() - 60 * minute).toISOString();
  await tx.run(sql`
    update ${ident(campaignKinds[ref.kind].table)} set "state" = 'sent', "run" = 1, "started_at" = ${at.toISOString()}::timestamptz,
      "finished_at" = ${new Date(at.getTime() + minute).toISOString()}::timestamptz,
      "created_at" = least("created_at", ${written}::timestamptz)
    where "tenant_id" = ${tenantId} and "id" = ${ref.id}`);
}

function reportsOn(key: string, to: string, channel: Parameters<typeof nextReport>[1], at: Date): DeliveryReport[] {
  const reports: DeliveryReport[] = [];
  let next: ReturnType<typeof nextReport> = firstReport(to);
  for (let n = 1; next; n++) {
    reports.push({
      key,
      state: next,
      at: new Date(at.getTime() + n * minute),
      ...(next === 'failed' ? { error: unreached } : {}),
    });
    next = nextReport(to, channel, next);
  }
  return reports;
}

const unreached = 'The simulated phone or mailbox could not be reached.';
