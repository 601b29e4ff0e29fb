import sql, { empty, type Sql } from 'sql-template-tag';
import type { FeatureName } from '../../src/schemas/kit/access';
import type { LedgerChannel } from '../channels/sender';
import { ident } from '../store/identifiers';
import { newId } from '../store/ids';
import type { Tx } from '../store/store';

/** The resources whose records are campaigns: their table, and their channel where it is not the record's. */
export const campaignKinds = {
  'sms-campaigns': { table: 'sms_campaigns', channel: 'sms', repeats: true },
  'email-campaigns': { table: 'email_campaigns', channel: 'email', repeats: true },
  'whatsapp-campaigns': { table: 'whatsapp_campaigns', channel: 'whatsapp', repeats: true },
  'push-notifications': { table: 'push_notifications', channel: 'push', repeats: false },
  'lead-gen-broadcasts': { table: 'lead_gen_broadcasts', channel: null, repeats: false },
} as const satisfies Readonly<Record<string, { table: string; channel: LedgerChannel | null; repeats: boolean }>>;
/** The feature that a kind needs besides that of its channel. */
export const featureOfKind = (kind: CampaignKind): FeatureName | undefined =>
  kind === 'lead-gen-broadcasts' ? 'lead_generation' : undefined;
export type CampaignKind = keyof typeof campaignKinds;
export const isCampaignKind = (name: string): name is CampaignKind => Object.hasOwn(campaignKinds, name);

export interface CampaignRef {
  readonly kind: CampaignKind;
  readonly id: string;
}
export type CampaignState = 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'stopped' | 'failed';

/** A campaign of whatever kind, as its run needs it. */
export interface Campaign extends CampaignRef {
  readonly name: string;
  readonly state: CampaignState;
  readonly channel: LedgerChannel;
  readonly template_id: string;
  /** Null: everyone who subscribed to push messages. */
  readonly audience_id: string | null;
  readonly throttle: number | null;
  readonly repeat: 'never' | 'daily' | 'weekly' | 'monthly';
  readonly schedule_at: string | null;
  readonly run: number;
  readonly message: CampaignMessage | null;
  readonly job_id: string | null;
  readonly listed: string | null;
  readonly sender: string | null;
  readonly returns_to: 'scheduled' | 'sent' | 'stopped' | null;
  readonly starter: string | null;
  readonly slowed: number | null;
  /** When it started first, or was planned to. */
  readonly first_at: string | null;
  /** The tenant's. */
  readonly zone: string | null;
  readonly sender_id?: string | null;
  readonly from_name?: string | null;
  readonly from_email?: string | null;
  readonly reply_to?: string | null;
  /** Of a push notification, which is its own template. */
  readonly title?: string;
  readonly body?: string;
  readonly icon?: string | null;
  readonly url?: string | null;
  readonly params?: readonly { readonly placeholder: string; readonly field?: string; readonly text?: string }[] | null;
}
/** What a run says, kept with it: the template as it was at the start. */
export interface CampaignMessage {
  readonly template: string;
  readonly subject: string | null;
  readonly body: string;
  readonly html: boolean;
  readonly promotional: boolean;
  readonly approved: boolean;
  readonly variables: readonly { readonly placeholder: string; readonly field?: string; readonly fallback?: string }[];
  /** Of a WhatsApp template. */
  readonly language: string | null;
  readonly from: { readonly name?: string; readonly address: string } | null;
  readonly replyTo: string | null;
  /** Of an email: its plain text, if the template has one of its own. */
  readonly plain?: string | null;
  /** How an SMS is registered with the Indian operators. */
  readonly dlt?: { readonly entity: string | null; readonly template: string | null } | null;
  /** The file above a WhatsApp template's text. */
  readonly header?: { readonly type: 'image' | 'video' | 'document'; readonly link: string } | null;
  /** Of a push notification. */
  readonly push?: { readonly url?: string; readonly icon?: string };
}

/** The campaign, locked where it will change; undefined: there is none. */
export async function readCampaign(
  tx: Tx,
  tenantId: string,
  { kind, id }: CampaignRef,
  lock: 'lock' | 'read',
): Promise<Campaign | undefined> {
  const { table, channel } = campaignKinds[kind];
  const row: Omit<Campaign, 'kind'> | undefined = await tx.row(
    sql`select c.*, r."message", r."job_id", r."listed", r."sender", r."returns_to", r."slowed", r."first_at", r."starter",
          (select t."timezone" from "tenant" t where t."tenant_id" = c."tenant_id") as "zone"
        from ${ident(table)} c
        left join "campaign_runs" r on r."tenant_id" = c."tenant_id" and r."campaign_id" = c."id" and r."deleted_at" is null
        where c."tenant_id" = ${tenantId} and c."id" = ${id} and c."deleted_at" is null ${lock === 'lock' ? sql`for update of c` : empty}`,
    `${kind}-${lock}`,
  );
  return (
    row && {
      ...row,
      name: row.name ?? row.title ?? '',
      template_id: row.template_id ?? '',
      kind,
      channel: channel ?? row.channel,
      repeat: row.repeat ?? 'never',
      run: row.run ?? 0,
    }
  );
}

/** Writes what the server keeps of the run. */
export async function keepRun(
  tx: Tx,
  tenantId: string,
  campaignId: string,
  run: { readonly jobId?: string; readonly listed?: string; readonly message?: CampaignMessage; readonly firstAt?: Date },
): Promise<void> {
  const message = run.message ? JSON.stringify(run.message) : null;
  await tx.run(
    sql`insert into "campaign_runs" ("tenant_id", "id", "campaign_id", "job_id", "listed", "message", "first_at")
        values (${tenantId}, ${newId()}, ${campaignId}, ${run.jobId ?? null}, ${run.listed ?? null}, ${message}::jsonb,
          ${run.firstAt?.toISOString() ?? null}::timestamptz)
        on conflict ("tenant_id", "campaign_id") where "deleted_at" is null do update set
          "job_id" = coalesce(excluded."job_id", "campaign_runs"."job_id"),
          "listed" = coalesce(excluded."listed", "campaign_runs"."listed"),
          "message" = coalesce(excluded."message", "campaign_runs"."message"),
          "first_at" = coalesce(excluded."first_at", "campaign_runs"."first_at")`,
    'campaign-run-kept',
  );
}

/** Sets columns of what is kept of the run. */
export const changeRun = (tx: Tx, tenantId: string, campaignId: string, set: Sql): Promise<number> =>
  tx.run(
    sql`update "campaign_runs" set ${set} where "tenant_id" = ${tenantId} and "campaign_id" = ${campaignId} and "deleted_at" is null`,
  );

/** Sets columns of a campaign; returns how many rows there were. */
export const changeCampaign = (
  tx: Tx,
  tenantId: string,
  { kind, id }: CampaignRef,
  set: Sql,
  and: Sql = sql`true`,
): Promise<number> =>
  tx.run(sql`update ${ident(campaignKinds[kind].table)} set ${set} where "tenant_id" = ${tenantId} and "id" = ${id} and ${and}`);

/** Pages that show the campaign read it again: its results, which are counted from the ledger, have changed. */
export const tellCampaign = (tx: Tx, { kind, id }: CampaignRef): void => tx.touched(campaignKinds[kind].table, id);

const tellsEveryMs = 1000;

/** The same, at most once a second: each page then counts the ledger, which batch after batch would take longer than the sending. */
export function tellCampaignAtTimes(tx: Tx, ref: CampaignRef, last: { told: number }, now: Date): void {
  if (now.getTime() - last.told < tellsEveryMs) return;
  last.told = now.getTime();
  tellCampaign(tx, ref);
}
