import sql, { type Sql } from 'sql-template-tag';
import { Problem } from '../../src/schemas/kit/problem';
import { sendReasons } from '../../src/schemas/kit/send-reasons';
import type { AskingEach, Outcome } from '../channels/ask-once';
import type { Outgoing, Taken } from '../channels/sender';
import { gateOf, lockGate, spentOn, type TenantGate } from '../channels/gate-facts';
import { chooseSender, messageSender, senderKey, senderWords, type Chosen } from '../channels/sender-of';
import type { Services } from '../context/services';
import { isPassing } from '../domain/send-gate';
import type { Tx } from '../store/store';
import { notify } from '../live/notify';
import {
  changeCampaign,
  changeRun,
  featureOfKind,
  readCampaign,
  tellCampaignAtTimes,
  type Campaign,
  type CampaignMessage,
  type CampaignRef,
} from './campaign-kinds';
import { addCampaignChats } from './campaign-chats';
import { dropBrowsers } from './gone-browsers';
import type { Rendered } from './campaign-message';
import { mostSlowed, notedOf, waitAfter } from './noted-outcome';
import { judge, type Judged } from './recipients';
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
export interface Batch {
  readonly tenantId: string;
  readonly ref: CampaignRef;
  /** The job that works on the campaign; another one leaves it alone. */
  readonly jobId: string;
  /** Who started it, and hears when it pauses by itself. */
  readonly starter: string | null;
  readonly services: Services;
  /** Rows per batch, where the campaign has a pace; no more than the sender takes at a time. */
  readonly size: number | null;
  /** What a batch adds to: what the channel's messages have cost (null: it has no credit), how many were handed over in this turn, for how many seconds the provider asked to wait, and when pages were notified last. */
  readonly counts: { spent: number | null; handed: number; wait?: number; told: number };
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

/** A run stays with the sender that it began with: a person decides whether the rest goes through another one. */
async function isSender(tx: Tx, batch: Batch, campaign: Campaign, by: Chosen): Promise<boolean> {
  const key = senderKey(by);
  const locked = refusalOf(() => by.provider?.credentials);
  if (locked !== null) {
    await pauseCampaign(tx, batch, campaign, locked);
    return false;
  }
  if (campaign.sender === key) return true;
  if (campaign.sender === null) {
    await changeRun(tx, batch.tenantId, campaign.id, sql`"sender" = ${key}`);
    return true;
  }
  const problem = `The provider that sent the first messages is no longer active. Switch it on again under Configuration, Providers, or resume to send the rest through ${senderWords(by)}.`;
  await pauseCampaign(tx, batch, campaign, problem);
  return false;
}

/** Credentials that cannot be opened would make every message fail, one after the other. */
function refusalOf(open: () => unknown): string | null {
  try {
    open();
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

/** Messages whose cost is kept free of guesses: what other campaigns can send between two counts of this one. */
const nearlySpent = 10_000;

/** What the gate has to know of others who send at the same time; it stays true until the commit. */
async function settledGate(tx: Tx, batch: Batch, message: CampaignMessage, found: TenantGate): Promise<TenantGate> {
  const isCapped = message.promotional && found.cap !== null;
  if (!isCapped && found.credit === null) return found;
  await lockGate(tx, batch.tenantId);
  if (found.credit === null || (found.balance ?? 0) > nearlySpent * found.price) return found;
  const spent = await spentOn(tx, batch.tenantId, found.channel);
  return { ...found, balance: Math.max(0, found.credit - spent) };
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
  const sleeping = new Map<string | null, Date>();
  for (const { zone, verdict } of judged) if (!verdict.send && verdict.until) sleeping.set(zone, verdict.until);
  for (const [zone, until] of sleeping)
    await tx.run(
      sql`update "outbox_messages" set "due_at" = ${until.toISOString()}::timestamptz, "reason" = 'outside_hours'
          where "tenant_id" = ${tenantId} and "campaign_id" = ${campaign.id} and "state" = 'queued' and "zone" is not distinct from ${zone}
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
  const rows = ended.map(({ one, outcome }) => notedOf(one.message.key, one.attempts, outcome, now));
  await tx.run(
    sql`update "outbox_messages" o set "state" = r."state", "provider_id" = coalesce(r."provider_id", o."provider_id"), "error" = r."error",
          "reason" = r."reason", "due_at" = r."due_at", "sent_at" = coalesce(o."sent_at", r."sent_at"),
          "cost" = case when r."state" in ('failed', 'queued') then null else o."cost" end,
          "asked_at" = case when r."state" = 'queued' then null else o."asked_at" end,
          "attempts" = coalesce(r."attempts", o."attempts")
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r("id" text, "state" text, "provider_id" text, "error" text, "reason" text,
          "due_at" timestamptz, "sent_at" timestamptz, "attempts" bigint)
        where o."tenant_id" = ${tenantId} and o."id" = r."id" and ${among(rows)} and o."state" in ('sending', 'unknown')`,
    'ledger-noted',
  );
  if (rows.length > 1 && rows.every(({ reason }) => reason === 'no_reply')) {
    const campaign = await readCampaign(tx, tenantId, ref, 'lock');
    if (campaign?.state === 'sending') await pauseCampaign(tx, batch, campaign, rows[0]?.error ?? sendReasons.no_reply);
  }
  await addCampaignChats(tx, tenantId, ended, now);
  await dropBrowsers(tx, tenantId, ended);
  tellCampaignAtTimes(tx, ref, batch.counts, now);
}

/** A provider that asks for fewer messages is left alone for a while; one that accepts none for long needs a person. */
async function noteSpeed(tx: Tx, batch: Batch, ended: readonly { readonly outcome: Outcome<Taken> }[]): Promise<void> {
  const { tenantId, ref, counts } = batch;
  const outcomes = ended.map(({ outcome }) => outcome);
  if (!counts.wait && !outcomes.some(({ state }) => state === 'refused')) return;
  const campaign = await readCampaign(tx, tenantId, ref, 'lock');
  const isMoving = outcomes.some(({ state }) => state === 'done');
  const slowed = isMoving ? 0 : (campaign?.slowed ?? 0);
  const wait = waitAfter(outcomes, slowed);
  counts.wait = wait ?? 0;
  if (!campaign || wait === undefined) return;
  await changeRun(tx, tenantId, ref.id, sql`"slowed" = ${isMoving ? 0 : slowed + 1}::bigint`);
  if (slowed >= mostSlowed && campaign.state === 'sending')
    await pauseCampaign(
      tx,
      batch,
      campaign,
      `${sendReasons.too_fast}, and it has accepted none for a while. Its quota may be used up.`,
    );
}

function switchedOff({ kind, channel }: Campaign): string {
  const names = { sms: 'SMS', email: 'Email', whatsapp: 'WhatsApp', push: 'Push' } as const;
  const feature = featureOfKind(kind) ? `Lead generation or ${names[channel]}` : names[channel];
  return `${feature} is switched off for the organisation. Switch it on under Configuration, Organisation rules, and resume.`;
}

/** The campaign waits for a person, with the reason. */
export async function pauseCampaign(
  tx: Tx,
  { tenantId, starter }: Pick<Batch, 'tenantId' | 'starter'>,
  campaign: Campaign,
  problem: string,
): Promise<void> {
  const set = sql`"state" = 'paused', "problem" = ${problem.slice(0, 300)}`;
  await changeCampaign(tx, tenantId, campaign, set, sql`"state" = 'sending'`);
  if (starter !== null)
    await notify(tx, tenantId, {
      to: starter,
      type: 'campaign_finished',
      message: `Campaign '${campaign.name}' is paused. ${problem}`,
      record: `${campaign.kind}/${campaign.id}`,
    });
}
