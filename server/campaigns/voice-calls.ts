import sql from 'sql-template-tag';
import type { Begun } from '../channels/ask-once';
import { gateOf, lockGate } from '../channels/gate-facts';
import type { Progress } from '../context/running-job';
import { opensAt, type SendingHours } from '../domain/sending-hours';
import type { Tx } from '../store/store';
import type { CampaignMessage } from './campaign-kinds';
import { saidToAll } from './campaign-message';
import { judge, sleepingIn, type Judged, type TenantGate } from './recipients';

/** A call that is about to be made, or was when the server stopped; its id is the key that goes to the provider. */
export interface OpenCall {
  readonly id: string;
  readonly phone: string;
  /** How often the provider was asked for it, this time included. */
  readonly attempts: number;
}
interface Of {
  readonly tenantId: string;
  readonly campaignId: string;
}
/** A voice campaign, locked, as its next call needs it. */
interface Locked {
  readonly name: string;
  readonly state: string;
  readonly job_id: string | null;
  readonly calling_window: SendingHours | null;
}

/**
 * Marks the next call of a running campaign as being dialled and returns it; a call that was left in that state comes first. The
 * gate is asked for it now: who wants no calls is passed over with the reason, and who sleeps waits. It is looked at before every
 * call, so that none is made once it was paused or stopped, or another job has taken over.
 */
export async function nextCall(
  tx: Tx,
  of: Of,
  { jobId, now }: { readonly jobId: string; readonly now: Date },
): Promise<Progress & { readonly value: Begun<OpenCall> | undefined }> {
  const campaign = await lockCampaign(tx, of);
  if (!campaign) return { value: undefined };
  const left = await tx.row<OpenCall>(
    sql`select "id", "phone", coalesce("attempts", 1)::int as "attempts" from "voice_calls"
        where "tenant_id" = ${of.tenantId} and "campaign_id" = ${of.campaignId} and "status" = 'dialling' and "deleted_at" is null
        limit 1 for update`,
    'voice-call-left',
  );
  if (left) return { value: { one: left, wasAsked: true } };
  if (!isAtWork(campaign, jobId)) return { value: undefined };
  const settings = await gateOf(tx, of.tenantId, 'voice', 0);
  if (settings.cap !== null) await lockGate(tx, of.tenantId);
  for (let limit = 1; ; limit = judgedAtOnce) {
    const next = await firstToCall(tx, of, { campaign, settings, now, limit });
    if (next === 'none') return { value: undefined };
    if (next === 'judged') continue;
    const one = { id: next.call_id, phone: next.phone, attempts: (next.attempts ?? 0) + 1 };
    await tx.run(
      sql`update "voice_calls" set "status" = 'dialling', "reason" = null, "due_at" = null, "called_at" = ${now.toISOString()}::timestamptz,
            "attempts" = ${one.attempts}::bigint, "lead_id" = coalesce("lead_id", ${next.id})
          where "tenant_id" = ${of.tenantId} and "id" = ${one.id}`,
      'voice-call-next',
    );
    return { cursor: { call: one.id }, value: { one, wasAsked: false } };
  }
}

export const lockCampaign = (tx: Tx, { tenantId, campaignId }: Of): Promise<Locked | undefined> =>
  tx.row<Locked>(
    sql`select c."name", c."state", c."calling_window", r."job_id" from "voice_campaigns" c
        left join "campaign_runs" r on r."tenant_id" = c."tenant_id" and r."campaign_id" = c."id" and r."deleted_at" is null
        where c."tenant_id" = ${tenantId} and c."id" = ${campaignId} and c."deleted_at" is null for update of c`,
    'voice-campaign-lock',
  );

export const isAtWork = ({ state, job_id: job }: Locked, jobId: string): boolean =>
  state === 'running' && (job === null || job === jobId);

/** Calls that are judged in one go, once the first of them is not made. */
const judgedAtOnce = 200;

interface Waiting {
  readonly call_id: string;
  readonly phone: string;
  readonly attempts: number | null;
  /** The lead that the audience named is gone. */
  readonly lead_gone: boolean;
  readonly id: string | null;
  readonly do_not_disturb: boolean | null;
  readonly no_calls: boolean | null;
}

/** Of the next calls the first that can be made; the others before it are held, or wait for their hours. */
async function firstToCall(
  tx: Tx,
  of: Of,
  asked: { readonly campaign: Locked; readonly settings: TenantGate; readonly now: Date; readonly limit: number },
): Promise<Waiting | 'none' | 'judged'> {
  const { now, settings } = asked;
  const waiting = await waitingCalls(tx, of, asked);
  if (!waiting.length) return 'none';
  const people = waiting.map((one) => ({ one, lead: one.lead_gone ? null : leadOf(one), to: one.phone }));
  const judging = { tx, tenantId: of.tenantId, channel: 'voice', message: theCall, now, settings } as const;
  const judged = (await judge(judging, people)).map((one) => inWindow(one, asked.campaign.calling_window, settings.zone, now));
  const at = judged.findIndex(({ verdict }) => verdict.send);
  await holdBack(tx, of, at < 0 ? judged : judged.slice(0, at));
  return judged[at]?.one ?? 'judged';
}

/**
 * The next calls that can be made now; those that were never tried come first. A number of a file is known as its lead's, if there
 * is one: what that lead says of calls counts.
 */
function waitingCalls(
  tx: Tx,
  { tenantId, campaignId }: Of,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<Waiting[]> {
  return tx.rows(
    sql`select v."id" as "call_id", v."phone", v."attempts",
          v."lead_id" is not null and not coalesce(k."has_lead", false) as "lead_gone", coalesce(v."lead_id", k."id") as "id",
          k."do_not_disturb", k."no_calls"
        from (select "id", "phone", "attempts", "lead_id" from "voice_calls"
          where "tenant_id" = ${tenantId} and "campaign_id" = ${campaignId} and "status" = 'pending'
            and ("due_at" is null or "due_at" <= ${now.toISOString()}::timestamptz) and "deleted_at" is null
          order by coalesce("attempts", 0), "id" limit ${limit}) v
        left join lateral (select min(l."id") as "id", bool_or(l."id" = v."lead_id") as "has_lead", bool_or(l."do_not_disturb") as "do_not_disturb",
            bool_or(l."consent" ->> 'call' = 'false') as "no_calls"
          from "leads" l where l."tenant_id" = ${tenantId} and l."deleted_at" is null and l."merged_into" is null
            and (l."id" = v."lead_id" or l."phone" = v."phone")) k on true
        order by coalesce(v."attempts", 0), v."id"`,
    'voice-calls-waiting',
  );
}

/** What is known of whom the number belongs to. */
const leadOf = ({ id, phone, do_not_disturb, no_calls }: Waiting) => ({
  id: id ?? '',
  name: null,
  email: null,
  phone,
  alternate_phone: null,
  whatsapp_number: null,
  city: null,
  state: null,
  do_not_disturb,
  consent: no_calls ? { call: false } : null,
});

/** A recording that is played to many numbers is advertising: sending hours and the frequency cap are about it. */
const theCall: CampaignMessage = { template: '', subject: null, body: '', ...saidToAll };

/** The campaign's own hours narrow those of the tenant. */
function inWindow(judged: Judged<Waiting>, hours: SendingHours | null, zone: string, now: Date): Judged<Waiting> {
  const until = hours && judged.verdict.send ? opensAt(hours, judged.zone ?? zone, now) : null;
  return until ? { ...judged, verdict: { send: false, reason: 'outside_hours', until } } : judged;
}

/** Everyone in a zone that sleeps waits at once, so that no look finds them again before. */
async function holdBack(tx: Tx, { tenantId, campaignId }: Of, judged: readonly Judged<Waiting>[]): Promise<void> {
  const held = judged.flatMap(({ one, verdict }) =>
    verdict.send || verdict.until ? [] : [{ id: one.call_id, status: statusOf(verdict.reason), reason: verdict.reason }],
  );
  if (held.length)
    await tx.run(
      sql`update "voice_calls" v set "status" = r."status", "reason" = r."reason", "due_at" = null
          from jsonb_to_recordset(${JSON.stringify(held)}::jsonb) r("id" text, "status" text, "reason" text)
          where v."tenant_id" = ${tenantId} and v."id" = r."id"`,
      'voice-calls-held',
    );
  for (const { zone, until, rows } of sleepingIn(judged))
    await tx.run(
      sql`update "voice_calls" set "due_at" = ${until.toISOString()}::timestamptz, "reason" = 'outside_hours'
          where "tenant_id" = ${tenantId} and "campaign_id" = ${campaignId} and "status" = 'pending'
            and ("zone" is not distinct from ${zone} or "id" = any(${rows.map(({ call_id }) => call_id)}::text[]))
            and ("due_at" is null or "due_at" < ${until.toISOString()}::timestamptz) and "deleted_at" is null`,
      'voice-calls-sleeping',
    );
}

const statusOf = (reason: string): string =>
  reason === 'do_not_disturb' || reason === 'opted_out' ? reason : reason === 'invalid_address' ? 'failed' : 'held';

/** Repeats the calls with an unknown outcome, on a person's request. Returns how many. */
export function callUnknownAgain(tx: Tx, tenantId: string, campaignId: string): Promise<number> {
  return tx.run(sql`
    update "voice_calls" set "status" = 'pending', "called_at" = null, "attempts" = 0, "due_at" = null
    where "tenant_id" = ${tenantId} and "campaign_id" = ${campaignId} and "status" = 'unknown' and "deleted_at" is null`);
}

/** The campaign was stopped: what has not been called will not be. Returns how many. */
export function holdWaiting(tx: Tx, tenantId: string, campaignId: string): Promise<number> {
  return tx.run(
    sql`update "voice_calls" set "status" = 'held', "reason" = 'stopped', "due_at" = null
        where "tenant_id" = ${tenantId} and "campaign_id" = ${campaignId} and "status" = 'pending' and "deleted_at" is null`,
    'voice-calls-stopped',
  );
}

/** Only a campaign that has not ended changes its state: a stop is never undone. `problem`: why it does not go on. */
export const setState = (tx: Tx, tenantId: string, id: string, state: string, problem: string | null = null): Promise<number> =>
  tx.run(sql`
    update "voice_campaigns" set "state" = ${state}, "problem" = ${problem?.slice(0, 300) ?? null}
    where "tenant_id" = ${tenantId} and "id" = ${id} and "state" in ('scheduled', 'running')`);
