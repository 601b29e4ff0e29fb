import sql, { type Sql } from 'sql-template-tag';
import type { FeatureName, Features } from '../../src/schemas/kit/access';
import { consentOf, featureOf, type GateChannel, type GateSettings } from '../domain/send-gate';
import type { LedgerChannel } from './sender';
import type { Simulation } from './simulator';
import type { Tx } from '../store/store';

/** What the gate asks of the tenant, with the price of a message of the channel. */
export interface TenantGate extends GateSettings {
  readonly channel: JudgedChannel;
  readonly price: number;
  readonly capDays: number;
  /** What the channel's messages may cost in all; null: no limit. */
  readonly credit: number | null;
  /** How the simulator behaves, where the channel has no provider. */
  readonly fault: Simulation['fault'];
  readonly delay: number;
}

/** Channels whose messages the gate judges for a whole campaign. Calls have no credit of their own. */
export type JudgedChannel = LedgerChannel | 'voice';

interface Stored {
  readonly hours_from: string | null;
  readonly hours_to: string | null;
  readonly cap_messages: number | null;
  readonly cap_days: number | null;
  readonly price: number | null;
  readonly credit: number | null;
  readonly zone: string | null;
  readonly automation: number | null;
  readonly features: Features | null;
  readonly fault: Simulation['fault'] | null;
  readonly delay: number | null;
}
const prices: Readonly<Record<JudgedChannel, number>> = { sms: 0.18, email: 0.02, whatsapp: 0.86, push: 0, voice: 0 };

const columns = {
  sms: sql`s."price_sms" as "price", s."credit_sms" as "credit"`,
  email: sql`s."price_email" as "price", s."credit_email" as "credit"`,
  whatsapp: sql`s."price_whatsapp" as "price", s."credit_whatsapp" as "credit"`,
  push: sql`0::float8 as "price", null::float8 as "credit"`,
  voice: sql`0::float8 as "price", null::float8 as "credit"`,
} as const satisfies Readonly<Record<JudgedChannel, Sql>>;

/**
 * The tenant's settings for a channel, with what is left of its credit. `spentBefore` is what its messages have cost, where the
 * caller has counted it already; `sender` the feature of what sends them.
 */
export async function gateOf(
  tx: Tx,
  tenantId: string,
  channel: JudgedChannel,
  spentBefore?: number | null,
  sender?: FeatureName,
): Promise<TenantGate> {
  const row: Stored | undefined = await tx.row(
    sql`select s."hours_from", s."hours_to", s."cap_messages", s."cap_days", ${columns[channel]}, t."timezone" as "zone",
          t."is_allow_automation_trigger" as "automation", t."features", s."simulator_fault" as "fault", s."simulator_delay" as "delay"
        from "tenant" t left join "message_settings" s on s."tenant_id" = t."tenant_id" and s."deleted_at" is null
        where t."tenant_id" = ${tenantId}`,
    `gate-${channel}`,
  );
  const credit = row?.credit ?? null;
  return {
    channel,
    hours: { from: row?.hours_from ?? '10:00', to: row?.hours_to ?? '21:00' },
    zone: row?.zone ?? 'Asia/Kolkata',
    cap: row?.cap_messages ?? null,
    capDays: row?.cap_days ?? 7,
    automation: row?.automation === 1,
    isOff: [featureOf(channel), sender].some((name) => name !== undefined && row?.features?.[name] === false),
    price: row?.price ?? prices[channel],
    fault: row?.fault ?? 'none',
    delay: row?.delay ?? 5,
    credit,
    balance: credit === null ? null : Math.max(0, credit - (spentBefore ?? (await spentOn(tx, tenantId, channel)))),
  };
}

/** What messages of the channel have cost so far, counted from the ledger. */
export async function spentOn(tx: Tx, tenantId: string, channel: JudgedChannel): Promise<number> {
  const row: { sum: number | null } | undefined = await tx.row(
    sql`select sum("cost")::float8 as "sum" from "outbox_messages"
        where "tenant_id" = ${tenantId} and "channel" = ${channel} and "cost" is not null and "asked_at" is not null`,
    'gate-spent',
  );
  return row?.sum ?? 0;
}

/** The same where the channel has a credit that it is taken from; without one nobody counts it. */
export async function spentOfCredit(tx: Tx, tenantId: string, channel: LedgerChannel): Promise<number | null> {
  const { balance } = await gateOf(tx, tenantId, channel, 0);
  return balance === null ? null : spentOn(tx, tenantId, channel);
}

/** Until the commit nobody else counts what a lead has received or what is left of the credit: two campaigns would both send. */
export async function lockGate(tx: Tx, tenantId: string): Promise<void> {
  await tx.row(sql`select pg_advisory_xact_lock(hashtextextended(${`gate ${tenantId}`}, 0))`, 'gate-lock');
}

/** Promotional messages of campaigns, rules and people that these leads got, or are being sent, in the days of the frequency cap, in whichever channel. */
export async function receivedBy(
  tx: Tx,
  tenantId: string,
  leadIds: readonly string[],
  { cap, capDays }: Pick<TenantGate, 'cap' | 'capDays'>,
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  if (cap === null || !leadIds.length) return new Map();
  const since = new Date(now.getTime() - capDays * 86_400_000).toISOString();
  const rows: { lead_id: string; n: number }[] = await tx.rows(
    sql`select "lead_id", count(*)::int as "n" from (
          select "lead_id" from "outbox_messages"
          where "tenant_id" = ${tenantId} and "lead_id" = any(${[...leadIds]}::text[]) and "promotional"
            and ("channel" <> 'whatsapp' or "state" = 'sending')
            and "state" not in ('failed', 'held', 'queued')
            and coalesce("sent_at", "asked_at", case when "state" = 'sandbox' then "created_at" end) > ${since}::timestamptz
            and "deleted_at" is null
          union all
          select c."lead_id" from "whatsapp_chats" c
          join "whatsapp_messages" m on m."tenant_id" = c."tenant_id" and m."chat_id" = c."id" and m."direction" = 'out'
            and m."status" <> 'failed' and m."sent_at" > ${since}::timestamptz and m."deleted_at" is null
          join "whatsapp_templates" t on t."tenant_id" = m."tenant_id" and t."id" = m."template_id" and t."category" = 'MARKETING'
          where c."tenant_id" = ${tenantId} and c."lead_id" = any(${[...leadIds]}::text[]) and c."deleted_at" is null
          union all
          select "lead_id" from "voice_calls"
          where "tenant_id" = ${tenantId} and "lead_id" = any(${[...leadIds]}::text[]) and "status" in ('dialling', 'unknown', 'answered')
            and "called_at" > ${since}::timestamptz and "deleted_at" is null) got
        group by "lead_id"`,
    'gate-received',
  );
  return new Map(rows.map(({ lead_id: lead, n }) => [lead, n]));
}

/** Which of these addresses are in the list of opt-outs. */
export async function optedOut(
  tx: Tx,
  tenantId: string,
  channel: GateChannel,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!addresses.length) return new Set();
  const rows: { address: string }[] = await tx.rows(
    sql`select "address" from "opt_outs" where "tenant_id" = ${tenantId} and "channel" = ${consentOf(channel)}
          and "address" = any(${[...addresses]}::text[]) and "deleted_at" is null`,
    'gate-opt-outs',
  );
  return new Set(rows.map((row) => row.address));
}
