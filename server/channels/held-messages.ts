import sql from 'sql-template-tag';
import type { FeatureName } from '../../src/schemas/kit/access';
import { featureOf, gate, type GateRecipient, type Verdict } from '../domain/send-gate';
import { zoneOfNumber } from '../domain/sending-hours';
import type { Tx } from '../store/store';
import { gateOf, optedOut } from './gate-facts';

/** When the job of a message runs that a feature holds back, unless `releaseHeld` makes it due before. */
export const untilSwitchedOn = new Date('9999-12-31T00:00:00Z');

/** A feature that is found off stays off until the commit: `releaseHeld` sees all that was held back, and nothing waits for ever. */
export async function isFeatureOff(tx: Tx, tenantId: string, feature: FeatureName): Promise<boolean> {
  const row = await tx.row(
    sql`select 1 from "tenant" where "tenant_id" = ${tenantId} and "features" ->> ${feature} = 'false' for share`,
    'feature-off',
  );
  return row !== undefined;
}

/** The tenant has switched off the channel's feature: it holds back everything but what people need to sign in. */
export async function isChannelOff(tx: Tx, tenantId: string, channel: string): Promise<boolean> {
  const feature = featureOf(channel);
  return feature !== undefined && (await isFeatureOff(tx, tenantId, feature));
}

/** A feature was switched on: what was held back is due, and asks again. */
export const releaseHeld = (tx: Tx, tenantId: string): Promise<number> =>
  tx.run(
    sql`update "jobs" set "run_at" = null where "tenant_id" = ${tenantId} and "state" = 'queued'
          and "run_at" = ${untilSwitchedOn.toISOString()}::timestamptz`,
    'release-held',
  );

interface Waiting {
  readonly channel: string;
  readonly to: string;
  readonly promotional: boolean | null;
  readonly sent_by: string | null;
  readonly lead_id: string | null;
  /** Of the lead that it was written to. */
  readonly lead_gone: boolean | null;
  readonly phone: string | null;
  readonly do_not_disturb: boolean | null;
  readonly consent: GateRecipient['consent'];
}

/** A lead `l`, found or not, that was deleted; one that was merged lives on. */
export const leadGone = sql`(l."id" is null or (l."deleted_at" is not null and l."merged_into" is null)) as "lead_gone"`;

/** What the gate says of a message when its turn has come: hours, consent and features can have changed while it waited. */
export async function verdictNow(tx: Tx, tenantId: string, id: string, now: Date): Promise<Verdict> {
  const row: Waiting | undefined = await tx.row(
    sql`select o."channel", o."to", o."promotional", o."sent_by", o."lead_id", coalesce(l."whatsapp_number", l."phone") as "phone",
          l."do_not_disturb", l."consent", ${leadGone}
        from "outbox_messages" o left join "leads" l on l."tenant_id" = o."tenant_id" and l."id" = o."lead_id"
        where o."tenant_id" = ${tenantId} and o."id" = ${id} and o."state" in ('queued', 'failed')`,
    'message-waiting',
  );
  if (!row || (row.channel !== 'sms' && row.channel !== 'email')) return { send: true };
  const { channel } = row;
  if (row.lead_id === null)
    return (await isChannelOff(tx, tenantId, channel)) ? { send: false, reason: 'feature_off' } : { send: true };
  if (row.lead_gone) return { send: false, reason: 'lead_deleted' };
  return verdictOf(tx, tenantId, channel, row, now);
}

/** A message of a chat whose turn has come, with what is known of the chat's lead. */
export interface ChatWaiting extends Omit<Waiting, 'channel' | 'to'> {
  readonly wa_user_id: string;
}

/** The same of a message of a WhatsApp chat. One that answers the customer is asked no gate. */
export async function verdictOfChat(tx: Tx, tenantId: string, row: ChatWaiting, now: Date): Promise<Verdict> {
  if (row.promotional === null) return { send: true };
  if (row.lead_id !== null && row.lead_gone && row.sent_by === null) return { send: false, reason: 'lead_deleted' };
  return verdictOf(tx, tenantId, 'whatsapp', { ...row, to: `+${row.wa_user_id}` }, now);
}

async function verdictOf(
  tx: Tx,
  tenantId: string,
  channel: 'sms' | 'email' | 'whatsapp',
  row: Omit<Waiting, 'channel'>,
  now: Date,
): Promise<Verdict> {
  const { to } = row;
  // It was counted when it was written; credit is about campaigns.
  const found = await gateOf(tx, tenantId, channel, 0);
  const isOff = found.isOff === true && (await isChannelOff(tx, tenantId, channel));
  const settings = { ...found, isOff, automation: true, cap: null, balance: null };
  const out = await optedOut(tx, tenantId, channel, [to]);
  const recipient = {
    to,
    zone: zoneOfNumber(row.phone ?? to),
    doNotDisturb: row.do_not_disturb,
    consent: row.consent,
    optedOut: out.has(to),
  };
  return gate(recipient, channel, { promotional: row.promotional === true && row.sent_by === null }, settings, now);
}

/** Writes on the row why it waits or is not sent. */
export async function holdMessage(tx: Tx, tenantId: string, id: string, verdict: Verdict & { send: false }): Promise<void> {
  const waits = verdict.reason === 'feature_off' || verdict.until !== undefined;
  await tx.run(
    sql`update "outbox_messages" set "state" = ${waits ? 'queued' : 'held'}, "reason" = ${verdict.reason}, "error" = null,
          "due_at" = ${verdict.until?.toISOString() ?? null}::timestamptz
        where "tenant_id" = ${tenantId} and "id" = ${id} and "state" in ('queued', 'failed')`,
    'message-held',
  );
}
