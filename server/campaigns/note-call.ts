import sql from 'sql-template-tag';
import type { Outcome } from '../channels/ask-once';
import type { VoiceResult } from '../channels/voice';
import type { Tx } from '../store/store';
import { lockCampaign, setState, type OpenCall } from './voice-calls';

/** A refused call is asked for so often, with so much time between. */
const mostAttempts = 3;
const retrySeconds = 30;
/** So many different numbers refused one after the other are not about the numbers. */
const mostRefusals = 5;

/**
 * How the call ended; of two writers, the one that knows the end wins. A refused call is tried again later while the others are
 * made, and fails in the end with the reason. Returns why the campaign paused, if it did: its calls are refused one after the
 * other.
 */
export async function noteCall(
  tx: Tx,
  { tenantId, campaignId }: { readonly tenantId: string; readonly campaignId: string },
  call: OpenCall,
  outcome: Outcome<VoiceResult>,
  now: Date,
): Promise<string | undefined> {
  // The campaign is locked first, as in nextCall: two locks in the other order could deadlock.
  const campaign = await lockCampaign(tx, { tenantId, campaignId });
  const noted = notedOf(call, outcome, campaign?.state === 'stopped', now);
  await tx.run(sql`
    update "voice_calls" set "status" = ${noted.status}, "duration" = ${noted.seconds ?? null}::bigint, "response" = ${noted.response ?? null},
      "error" = ${noted.error ?? null}, "reason" = ${noted.reason ?? null}, "due_at" = ${noted.due ?? null}::timestamptz,
      "called_at" = case when ${noted.wasCalled} then "called_at" end
    where "tenant_id" = ${tenantId} and "id" = ${call.id}
      and "status" = any(${['dialling', ...(outcome.state === 'done' ? ['unknown'] : [])]}::text[])`);
  tx.touched('voice_campaigns', campaignId);
  const isFirst = outcome.state === 'refused' && call.attempts === 1;
  if (outcome.state === 'refused' && !isFirst) return undefined;
  const row = await tx.row<{ n: number }>(
    sql`update "campaign_runs" set "refused_in_row" = ${isFirst ? sql`coalesce("refused_in_row", 0) + 1` : sql`0`}
        where "tenant_id" = ${tenantId} and "campaign_id" = ${campaignId} and "deleted_at" is null returning "refused_in_row"::int as "n"`,
    isFirst ? 'voice-refused' : 'voice-taken',
  );
  if (outcome.state !== 'refused' || !row || campaign?.state !== 'running') return undefined;
  if (row.n < mostRefusals && !(row.n > 1 && (await isAllRefused(tx, tenantId, campaignId)))) return undefined;
  const problem = `The last ${row.n} calls were refused. ${outcome.error.message}`;
  await setState(tx, tenantId, campaignId, 'paused', problem);
  await forgetRefusals(tx, tenantId, campaignId);
  return problem;
}

/** A person resumes the campaign: refusals from before do not pause it again. */
export const forgetRefusals = (tx: Tx, tenantId: string, campaignId: string): Promise<number> =>
  tx.run(
    sql`update "campaign_runs" set "refused_in_row" = 0
        where "tenant_id" = ${tenantId} and "campaign_id" = ${campaignId} and "deleted_at" is null`,
    'voice-refusals-forgotten',
  );

interface Noted {
  readonly status: string;
  readonly wasCalled: boolean;
  readonly seconds?: number;
  readonly response?: string | undefined;
  readonly error?: string;
  readonly reason?: 'no_reply' | 'stopped';
  readonly due?: string;
}

function notedOf(call: OpenCall, outcome: Outcome<VoiceResult>, wasStopped: boolean, now: Date): Noted {
  if (outcome.state === 'done') {
    const { status, seconds, response } = outcome.answer;
    return { status, seconds, response, wasCalled: true };
  }
  if (outcome.state === 'unknown') return { status: 'unknown', error: outcome.why.slice(0, 300), wasCalled: true };
  const error = outcome.error.message.slice(0, 300);
  if (wasStopped) return { status: 'held', reason: 'stopped', error, wasCalled: false };
  if (call.attempts >= mostAttempts) return { status: 'failed', error, wasCalled: false };
  const due = new Date(now.getTime() + retrySeconds * 1000).toISOString();
  return { status: 'pending', error, reason: 'no_reply', due, wasCalled: false };
}

/** No call of the campaign has ever been made, and each that can be made was tried. */
async function isAllRefused(tx: Tx, tenantId: string, campaignId: string): Promise<boolean> {
  const other = await tx.row(
    sql`select 1 from "voice_calls" where "tenant_id" = ${tenantId} and "campaign_id" = ${campaignId} and "deleted_at" is null
          and ("called_at" is not null or ("status" = 'pending' and coalesce("attempts", 0) = 0)) limit 1`,
    'voice-not-refused',
  );
  return other === undefined;
}
