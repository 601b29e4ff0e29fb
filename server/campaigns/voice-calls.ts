import sql from 'sql-template-tag';
import type { Begun, Outcome } from '../channels/ask-once';
import type { VoiceResult } from '../channels/voice';
import type { Progress } from '../context/running-job';
import { gate, type GateSettings } from '../domain/send-gate';
import type { Tx } from '../store/store';

/** A call that is about to be made, or was when the server stopped; its id is the key that goes to the provider. */
export interface OpenCall {
  readonly id: string;
  readonly phone: string;
}

/**
 * Marks the next call of a running campaign as being dialled and returns it; a call that was left in that state comes first. Who
 * wants no calls by now is passed over, with the reason. The last one done, the campaign is completed. It is looked at before
 * every call, so that none is made once it was paused or stopped, or another job has taken over.
 */
export async function nextCall(
  tx: Tx,
  tenantId: string,
  campaignId: string,
  { jobId, now }: { readonly jobId: string; readonly now: Date },
): Promise<Progress & { readonly value: Begun<OpenCall> | undefined }> {
  const campaign = await tx.row<{ state: string; job_id: string | null }>(
    sql`select c."state", r."job_id" from "voice_campaigns" c
        left join "campaign_runs" r on r."tenant_id" = c."tenant_id" and r."campaign_id" = c."id" and r."deleted_at" is null
        where c."tenant_id" = ${tenantId} and c."id" = ${campaignId} and c."deleted_at" is null for update of c`,
    'voice-campaign-lock',
  );
  if (!campaign) return { value: undefined };
  const left = await tx.row<OpenCall>(
    sql`select "id", "phone" from "voice_calls" where "tenant_id" = ${tenantId} and "campaign_id" = ${campaignId}
          and "status" = 'dialling' and "deleted_at" is null limit 1 for update`,
    'voice-call-left',
  );
  if (left) return { value: { one: left, wasAsked: true } };
  if (campaign.state !== 'running') return { value: undefined };
  if (campaign.job_id !== null && campaign.job_id !== jobId) return { value: undefined };
  for (;;) {
    const next = await nextPending(tx, tenantId, campaignId);
    if (!next) {
      await setState(tx, tenantId, campaignId, 'completed');
      return { value: undefined };
    }
    const status = whyNotCalled(next) ?? 'dialling';
    await tx.run(
      sql`update "voice_calls" set "status" = ${status}, "called_at" = case when ${status} = 'dialling' then ${now.toISOString()}::timestamptz end,
            "attempts" = coalesce("attempts", 0) + case when ${status} = 'dialling' then 1 else 0 end
          where "tenant_id" = ${tenantId} and "id" = ${next.id}`,
      'voice-call-next',
    );
    if (status === 'dialling')
      return { cursor: { call: next.id }, value: { one: { id: next.id, phone: next.phone }, wasAsked: false } };
  }
}

/** What is known now of the person who would be called. */
export interface Called extends OpenCall {
  readonly do_not_disturb: boolean | null;
  readonly consent: Readonly<Record<string, boolean>> | null;
  readonly opted_out: boolean;
}

function nextPending(tx: Tx, tenantId: string, campaignId: string): Promise<Called | undefined> {
  return tx.row<Called>(
    sql`select v."id", v."phone", l."do_not_disturb", l."consent", exists (select 1 from "opt_outs" o where o."tenant_id" = v."tenant_id"
            and o."channel" = 'call' and o."address" = v."phone" and o."deleted_at" is null) as "opted_out"
        from "voice_calls" v left join "leads" l on l."tenant_id" = v."tenant_id" and l."id" = v."lead_id" and l."deleted_at" is null
        where v."tenant_id" = ${tenantId} and v."campaign_id" = ${campaignId} and v."status" = 'pending' and v."deleted_at" is null
        order by v."id" limit 1`,
    'voice-call-pending',
  );
}

const atAnyHour: GateSettings = {
  hours: { from: '00:00', to: '00:00' },
  zone: 'Asia/Kolkata',
  cap: null,
  automation: true,
  balance: null,
};

/** The gate's reason; undefined: the person can be called. */
export function whyNotCalled(one: Omit<Called, 'id'>): 'do_not_disturb' | 'opted_out' | 'failed' | undefined {
  const recipient = { to: one.phone, doNotDisturb: one.do_not_disturb, consent: one.consent, optedOut: one.opted_out };
  const verdict = gate(recipient, 'voice', { promotional: false }, atAnyHour, new Date(0));
  if (verdict.send) return undefined;
  return verdict.reason === 'do_not_disturb' || verdict.reason === 'opted_out' ? verdict.reason : 'failed';
}

/** How the call ended. A refused call waits again; of two writers, the one that knows the end wins. */
export async function noteCall(
  tx: Tx,
  tenantId: string,
  campaignId: string,
  callId: string,
  outcome: Outcome<VoiceResult>,
): Promise<void> {
  const ended = outcome.state === 'done' ? outcome.answer : undefined;
  const status = ended?.status ?? (outcome.state === 'unknown' ? 'unknown' : 'pending');
  // The campaign is locked first, as in nextCall: two locks in the other order could deadlock.
  await tx.run(sql`select 1 from "voice_campaigns" where "tenant_id" = ${tenantId} and "id" = ${campaignId} for update`);
  await tx.run(sql`
    update "voice_calls" set "status" = ${status}, "duration" = ${ended?.seconds ?? null}::bigint, "response" = ${ended?.response ?? null},
      "called_at" = case when ${status} = 'pending' then null else "called_at" end
    where "tenant_id" = ${tenantId} and "id" = ${callId} and "status" = any(${['dialling', ...(ended ? ['unknown'] : [])]}::text[])`);
  tx.touched('voice_campaigns', campaignId);
}

/** Repeats the calls with an unknown outcome, on a person's request. Returns how many. */
export function callUnknownAgain(tx: Tx, tenantId: string, campaignId: string): Promise<number> {
  return tx.run(sql`
    update "voice_calls" set "status" = 'pending', "called_at" = null
    where "tenant_id" = ${tenantId} and "campaign_id" = ${campaignId} and "status" = 'unknown' and "deleted_at" is null`);
}

/** Only a running campaign changes its state: a stop is never undone. */
export const setState = (tx: Tx, tenantId: string, id: string, state: string): Promise<number> =>
  tx.run(sql`
    update "voice_campaigns" set "state" = ${state}
    where "tenant_id" = ${tenantId} and "id" = ${id} and "state" in ('scheduled', 'running')`);
