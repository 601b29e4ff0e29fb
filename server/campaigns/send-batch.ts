import sql, { type Sql } from 'sql-template-tag';
import { sendReasons } from '../../src/schemas/kit/send-reasons';
import type { AskingEach, Outcome } from '../channels/ask-once';
import type { Outgoing, Taken } from '../channels/sender';
import { gateOf } from '../channels/gate-facts';
import { chooseSender, messageSender, type Chosen } from '../channels/sender-of';
import type { Services } from '../context/services';
import { isPassing } from '../domain/send-gate';
import type { Tx } from '../store/store';
import { featureOfKind, readCampaign, tellCampaignAtTimes, type Campaign, type CampaignMessage } from './campaign-kinds';
import type { Batch } from './batch';
import { isSender, noteSpeed, settledGate } from './batch-checks';
import { addCampaignChats } from './campaign-chats';
import { dropBrowsers } from './gone-browsers';
import type { Rendered } from './campaign-message';
import { heldIfWaiting, notedOf } from './noted-outcome';
import { pauseCampaign } from './pause-campaign';
import { judge, sleepingIn, type Judged } from './recipients';
import { unsubscribeUrl } from './unsubscribe';
import { judgedAs, waitingRows, type Waiting } from './waiting-rows';

/** A row of the ledger that is being sent. */
export interface Sending {
  readonly message: Outgoing;
  readonly attempts: number;
  readonly leadId: string | null;
  readonly cost: number;
  readonly by: Chosen;
}
/** With what is to be written on its row first. */
interface Fresh extends Sending {
  readonly rendered: Rendered;
}
/** How the next batch of a campaign is marked, sent and noted (askInBatches). */
export function askingFor(batch: Batch): AskingEach<Sending, Taken> {
  const { tenantId, services } = batch;
  // Whatever an earlier process left is found by the first look; later ones would find nothing.
  let isFirst = true;
  // Rows behind this one were handed over: the database does not look through what is left of them again.
  let after = '';
  return {
    async begin(tx) {
      const value = await nextBatch(tx, batch, { isFirst, after });
      const [first] = value?.fresh ?? [];
      // Progress: failures of long ago no longer count.
      return first ? { cursor: { row: first.message.key }, value } : { value };
    },
    prepare(fresh) {
      const [first] = fresh;
      if (!first) return async () => [];
      isFirst = false;
      after = fresh.at(-1)?.message.key ?? '';
      const port = messageSender(first.by, services);
      const cost = fresh.reduce((sum, one) => sum + one.cost, 0);
      if (batch.counts.spent !== null) batch.counts.spent += cost;
      batch.counts.handed += fresh.length;
      return () => port.send(fresh.map(({ message }) => message));
    },
    find: async ({ message, by }) => messageSender(by, services).find?.(message.key),
    note: (tx, ended) => noteBatch(tx, batch, tenantId, ended),
  };
}

type Running = Campaign & { readonly message: CampaignMessage };

async function nextBatch(
  tx: Tx,
  batch: Batch,
  { isFirst, after }: { readonly isFirst: boolean; readonly after: string },
): Promise<{ fresh: Sending[]; left: Sending[] } | undefined> {
  const { tenantId, ref, jobId, services } = batch;
  const campaign = await readCampaign(tx, tenantId, ref, 'lock');
  if (!campaign?.message) return undefined;
  const found = await gateOf(tx, tenantId, campaign.channel, batch.counts.spent, featureOfKind(campaign.kind));
  const by = await chooseSender(tx, services, tenantId, campaign.channel, found);
  const left = isFirst ? await leftRows(tx, tenantId, campaign.id, by) : [];
  if (left.length) return { fresh: [], left };
  if (campaign.state !== 'sending' || campaign.job_id !== jobId) return undefined;
  if (!(await isSender(tx, batch, campaign, by))) return undefined;
  const sender = messageSender(by, services);
  const settings = await settledGate(tx, batch, campaign.message, found);
  const running = { ...campaign, message: campaign.message };
  const now = services.now();
  const limit = Math.min(batch.size ?? sender.atOnce, sender.atOnce);
  const ahead = await waitingRows(tx, tenantId, campaign, { now, after, limit });
  // Those that were put back, or woke up, are behind.
  const waiting = ahead.length || !after ? ahead : await waitingRows(tx, tenantId, campaign, { now, after: '', limit });
  if (!waiting.length) return undefined;
  const people = waiting.map((one) => judgedAs(one, campaign.channel));
  const judged = await judge({ tx, tenantId, channel: campaign.channel, message: running.message, now, settings }, people);
  await holdBack(tx, batch, running, judged);
  const fresh = judged.flatMap((one): Fresh[] => {
    const { to, verdict, rendered, cost } = one;
    if (!verdict.send || to === null) return [];
    const message = outgoingOf(running, { key: one.one.row_id, to, rendered, browser: one.one }, services, tenantId);
    return [{ message, attempts: (one.one.attempts ?? 0) + 1, leadId: one.one.id, cost, by, rendered }];
  });
  await markAsked(tx, tenantId, fresh, sender.name, now);
  tellCampaignAtTimes(tx, ref, batch.counts, now);
  return { fresh, left: [] };
}

const leftAtOnce = 256;

/** Rows that a process which ended, or a run that was stopped, left without an outcome. */
async function leftRows(tx: Tx, tenantId: string, campaignId: string, by: Chosen): Promise<Sending[]> {
  const rows: { id: string; to: string; body: string | null; attempts: number | null; lead_id: string | null }[] = await tx.rows(
    sql`select "id", "to", "body", "attempts", "lead_id" from "outbox_messages"
        where "tenant_id" = ${tenantId} and "campaign_id" = ${campaignId} and "state" = 'sending' and "deleted_at" is null
        order by "id" limit ${leftAtOnce} for update`,
    'ledger-left',
  );
  return rows.map(({ id, to, body, attempts, lead_id: leadId }) => ({
    message: { key: id, to, body: body ?? '' },
    attempts: attempts ?? 1,
    leadId,
    cost: 0,
    by,
  }));
}

function outgoingOf(
  campaign: Running,
  {
    key,
    to,
    rendered,
    browser,
  }: {
    readonly key: string;
    readonly to: string;
    readonly rendered: Rendered;
    readonly browser: Pick<Waiting, 'endpoint' | 'keys'>;
  },
  services: Services,
  tenantId: string,
): Outgoing {
  const { message, channel } = campaign;
  const link = channel === 'email' ? unsubscribeUrl(services, tenantId, key) : undefined;
  return {
    key,
    to,
    subject: rendered.subject,
    body: link ? `${rendered.body}<p><small><a href="${link}">Unsubscribe</a></small></p>` : rendered.body,
    html: message.html,
    ...(message.from ? { from: message.from } : {}),
    ...(message.replyTo ? { replyTo: message.replyTo } : {}),
    ...(link ? { unsubscribe: link } : {}),
    ...(rendered.plain === undefined ? {} : { plain: link ? `${rendered.plain}\n\nUnsubscribe: ${link}` : rendered.plain }),
    ...(message.dlt ? { dlt: message.dlt } : {}),
    ...(channel === 'push' ? { push: { endpoint: browser.endpoint ?? '', keys: browser.keys ?? '', ...message.push } } : {}),
    ...(channel === 'whatsapp'
      ? {
          template: {
            name: message.template,
            language: message.language ?? 'en',
            params: rendered.params,
            ...(message.header ? { header: message.header } : {}),
          },
        }
      : {}),
  };
}

async function markAsked(tx: Tx, tenantId: string, fresh: readonly Fresh[], provider: string, now: Date): Promise<void> {
  if (!fresh.length) return;
  const rows = fresh.map(({ message, attempts, cost, rendered: { fills, subjectFills, params } }) => {
    return {
      id: message.key,
      to: message.to,
      subject: message.subject ?? null,
      body: message.body,
      html: message.html === true ? true : null,
      fills,
      subject_fills: subjectFills,
      params,
      attempts,
      cost,
    };
  });
  await tx.run(
    sql`update "outbox_messages" o set "state" = 'sending', "reason" = null, "error" = null, "due_at" = null,
          "asked_at" = ${now.toISOString()}::timestamptz, "provider" = ${provider}, "to" = r."to", "subject" = r."subject", "body" = r."body",
          "html" = r."html", "fills" = r."fills", "subject_fills" = r."subject_fills", "params" = r."params", "attempts" = r."attempts",
          "cost" = r."cost"
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r("id" text, "to" text, "subject" text, "body" text, "html" boolean,
          "fills" jsonb, "subject_fills" jsonb, "params" jsonb, "attempts" bigint, "cost" numeric)
        where o."tenant_id" = ${tenantId} and o."id" = r."id" and ${among(rows)}`,
    'ledger-asked',
  );
}

/** Says which rows, once more: a database that does not know yet how the table has grown would read all of it for each batch. */
const among = (rows: readonly { readonly id: string }[]): Sql => sql`o."id" = any(${rows.map(({ id }) => id)}::text[])`;

/** Those who get nothing, or not yet. Everyone in a zone that sleeps waits at once, so that no batch finds them again before. */
async function holdBack(tx: Tx, batch: Batch, campaign: Running, judged: readonly Judged<Waiting>[]): Promise<void> {
  const { tenantId } = batch;
  const held = judged.flatMap(({ one, verdict }) =>
    verdict.send || isPassing(verdict.reason) ? [] : [{ id: one.row_id, reason: verdict.reason, error: verdict.detail ?? null }],
  );
  if (held.length)
    await tx.run(
      sql`update "outbox_messages" o set "state" = 'held', "reason" = r."reason", "error" = r."error", "due_at" = null
          from jsonb_to_recordset(${JSON.stringify(held)}::jsonb) r("id" text, "reason" text, "error" text)
          where o."tenant_id" = ${tenantId} and o."id" = r."id" and ${among(held)}`,
      'ledger-held',
    );
  for (const { zone, until, rows } of sleepingIn(judged))
    await tx.run(
      sql`update "outbox_messages" set "due_at" = ${until.toISOString()}::timestamptz, "reason" = 'outside_hours'
          where "tenant_id" = ${tenantId} and "campaign_id" = ${campaign.id} and "state" = 'queued'
            and ("zone" is not distinct from ${zone} or "id" = any(${rows.map(({ row_id }) => row_id)}::text[]))
            and ("due_at" is null or "due_at" < ${until.toISOString()}::timestamptz) and "deleted_at" is null`,
      'ledger-sleeping',
    );
  if (judged.some(({ verdict }) => !verdict.send && verdict.reason === 'feature_off')) {
    await tx.run(
      sql`update "outbox_messages" set "reason" = 'feature_off'
          where "tenant_id" = ${tenantId} and "campaign_id" = ${campaign.id} and "state" = 'queued' and "deleted_at" is null`,
      'ledger-feature-off',
    );
    await pauseCampaign(tx, batch, campaign, switchedOff(campaign));
  }
  if (judged.some(({ verdict }) => !verdict.send && verdict.reason === 'no_balance')) {
    const problem = 'The credit of this channel is used up. Add credit under Configuration, Messages, and resume.';
    await pauseCampaign(tx, batch, campaign, problem);
  }
}

async function noteBatch(
  tx: Tx,
  batch: Batch,
  tenantId: string,
  ended: readonly { readonly one: Sending; readonly outcome: Outcome<Taken> }[],
): Promise<void> {
  const { ref, services } = batch;
  const now = services.now();
  await noteSpeed(tx, batch, ended);
  const noted = ended.map(({ one, outcome }) => notedOf(one.message.key, one.attempts, outcome, now));
  const waits = noted.some(({ state }) => state === 'queued');
  const campaign = waits ? await readCampaign(tx, tenantId, ref, 'lock') : undefined;
  const rows = waits && !goesOn(campaign) ? noted.map(heldIfWaiting) : noted;
  await tx.run(
    sql`update "outbox_messages" o set "state" = r."state", "provider_id" = coalesce(r."provider_id", o."provider_id"), "error" = r."error",
          "reason" = r."reason", "due_at" = r."due_at", "sent_at" = coalesce(o."sent_at", r."sent_at"),
          "cost" = case when r."state" in ('failed', 'queued', 'held') then null else o."cost" end,
          "asked_at" = case when r."state" in ('queued', 'held') then null else o."asked_at" end,
          "attempts" = coalesce(r."attempts", o."attempts")
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r("id" text, "state" text, "provider_id" text, "error" text, "reason" text,
          "due_at" timestamptz, "sent_at" timestamptz, "attempts" bigint)
        where o."tenant_id" = ${tenantId} and o."id" = r."id" and ${among(rows)} and o."state" in ('sending', 'unknown')`,
    'ledger-noted',
  );
  if (rows.length > 1 && rows.every(({ reason }) => reason === 'no_reply') && campaign?.state === 'sending')
    await pauseCampaign(tx, batch, campaign, rows[0]?.error ?? sendReasons.no_reply);
  await addCampaignChats(tx, tenantId, ended, now);
  await dropBrowsers(tx, tenantId, ended);
  tellCampaignAtTimes(tx, ref, batch.counts, now);
}

/** What waits is sent while the campaign runs, or once a person resumes it. */
const goesOn = (campaign: Campaign | undefined): boolean => campaign?.state === 'sending' || campaign?.state === 'paused';

function switchedOff({ kind, channel }: Campaign): string {
  const names = { sms: 'SMS', email: 'Email', whatsapp: 'WhatsApp', push: 'Push' } as const;
  const feature = featureOfKind(kind) ? `Lead generation or ${names[channel]}` : names[channel];
  return `${feature} is switched off for the organisation. Switch it on under Configuration, Organisation rules, and resume.`;
}
