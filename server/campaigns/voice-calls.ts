import sql from 'sql-template-tag';
import type { Begun, Outcome } from '../channels/ask-once';
import type { VoiceResult } from '../channels/voice';
import type { Progress } from '../context/running-job';
import type { Tx } from '../store/store';

/** A call that is about to be made, or was when the server stopped; its id is the key that goes to the provider. */
export interface OpenCall {
  readonly id: string;
  readonly phone: string;
}

/** The numbers are listed and dialling starts. */
export async function beginCampaign(tx: Tx, tenantId: string, id: string, calls: number): Promise<void> {
  const totals = { total: calls, answered: 0, busy: 0, failed: 0, no_answer: 0, pending: calls, unknown: 0 };
  await tx.run(sql`
    update "voice_campaigns" set "totals" = ${JSON.stringify(totals)}::jsonb where "tenant_id" = ${tenantId} and "id" = ${id}`);
  await setState(tx, tenantId, id, 'running');
}

/**
 * Marks the next call of a running campaign as being dialled and returns it; a call that was left in that state comes first. The
 * last one done, the campaign is completed. It is looked at before every call, so that none is made once it was stopped.
 */
export async function nextCall(
  tx: Tx,
  tenantId: string,
  campaignId: string,
  now: Date,
): Promise<Progress & { readonly value: Begun<OpenCall> | undefined }> {
  const campaign = await tx.row<{ state: string; totals: { total?: number; pending?: number } | null }>(
    sql`select "state", "totals" from "voice_campaigns" where "tenant_id" = ${tenantId} and "id" = ${campaignId}
          and "deleted_at" is null for update`,
    'voice-campaign-lock',
  );
  if (!campaign) return { value: undefined };
  const left = await tx.row<OpenCall>(
    sql`select "id", "phone" from "voice_calls" where "tenant_id" = ${tenantId} and "campaign_id" = ${campaignId}
          and "status" = 'dialling' limit 1 for update`,
    'voice-call-left',
  );
  if (left) return { value: { one: left, wasAsked: true } };
  if (campaign.state !== 'running') return { value: undefined };
  const next = await tx.row<OpenCall>(
    sql`update "voice_calls" set "status" = 'dialling', "called_at" = ${now.toISOString()}::timestamptz,
            "attempts" = coalesce("attempts", 0) + 1
        where "tenant_id" = ${tenantId} and "id" = (select "id" from "voice_calls" where "tenant_id" = ${tenantId}
          and "campaign_id" = ${campaignId} and "status" = 'pending' order by "id" limit 1)
        returning "id", "phone"`,
    'voice-call-next',
  );
  if (!next) {
    await setState(tx, tenantId, campaignId, 'completed');
    return { value: undefined };
  }
  const { total = 0, pending = 0 } = campaign.totals ?? {};
  return { cursor: { call: next.id }, done: total - pending, value: { one: next, wasAsked: false } };
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
  const was = await tx.row<{ status: string }>(
    sql`select "status" from "voice_calls" where "tenant_id" = ${tenantId} and "id" = ${callId} for update`,
  );
  if (!was || !['dialling', ...(ended ? ['unknown'] : [])].includes(was.status)) return;
  await tx.run(sql`
    update "voice_calls" set "status" = ${status}, "duration" = ${ended?.seconds ?? null}::bigint, "response" = ${ended?.response ?? null},
      "called_at" = case when ${status} = 'pending' then null else "called_at" end
    where "tenant_id" = ${tenantId} and "id" = ${callId}`);
  await moveFigure(tx, tenantId, campaignId, was.status === 'unknown' ? 'unknown' : 'pending', status, 1);
}

/** Repeats the calls with an unknown outcome, on a person's request. Returns how many. */
export async function callUnknownAgain(tx: Tx, tenantId: string, campaignId: string): Promise<number> {
  const calls = await tx.run(sql`
    update "voice_calls" set "status" = 'pending', "called_at" = null
    where "tenant_id" = ${tenantId} and "campaign_id" = ${campaignId} and "status" = 'unknown' and "deleted_at" is null`);
  await moveFigure(tx, tenantId, campaignId, 'unknown', 'pending', calls);
  return calls;
}

/** Keeps the campaign's figures in step with its calls without counting them all. */
async function moveFigure(tx: Tx, tenantId: string, id: string, from: string, to: string, by: number): Promise<void> {
  if (from === to || by === 0) return;
  await tx.run(sql`
    update "voice_campaigns" set "totals" = moved."totals", "unknown_calls" = nullif((moved."totals" ->> 'unknown')::bigint, 0)
    from (select coalesce("totals", '{}'::jsonb) || jsonb_build_object(
        ${from}::text, greatest(coalesce(("totals" ->> ${from}::text)::bigint, 0) - ${by}::bigint, 0),
        ${to}::text, coalesce(("totals" ->> ${to}::text)::bigint, 0) + ${by}::bigint) as "totals"
      from "voice_campaigns" where "tenant_id" = ${tenantId} and "id" = ${id} for update) moved
    where "tenant_id" = ${tenantId} and "id" = ${id}`);
}

/** Only a running campaign changes its state: a stop is never undone. */
export const setState = (tx: Tx, tenantId: string, id: string, state: string): Promise<number> =>
  tx.run(sql`
    update "voice_campaigns" set "state" = ${state}
    where "tenant_id" = ${tenantId} and "id" = ${id} and "state" in ('scheduled', 'running')`);
