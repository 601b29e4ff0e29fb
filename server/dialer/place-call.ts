import sql from 'sql-template-tag';
import { counted } from '../../src/schemas/kit/counted';
import type { LeadNumber } from '../../src/schemas/calls/dialer';
import { invalid, problem } from '../../src/schemas/kit/problem';
import type { Telephony } from '../channels/telephony';
import { normalisePhone } from '../domain/phone';
import type { Context } from '../context/context';
import { seesLead } from '../context/data-scope';
import { leadOf, notYourLead, type LeadRecord } from '../leads/lead-access';
import { actingOf } from '../leads/acting';
import { captureRulesOf } from '../leads/capture-rules';
import { keptWithNumber } from '../channels/merged-numbers';
import { noteDialled, noteNotDialled } from '../leads/note-on-lead';
import { newId } from '../store/ids';
import { applyCallReport, closeWrapUps, lockCall, settleEntry, tellState } from './call-state';
import { countAttempt, isOpen, listByKey, listsOfLead, type DialerList } from './dialer-lists';
import { joined } from './line-jobs';
import { confirmedIn, hindranceOf, longestCallHours, mayRing, minutesBefore } from './may-dial';
import { heldBy, onBreak } from './next-lead';

export interface CallWish {
  readonly lead_id?: string;
  readonly number?: LeadNumber;
  readonly phone?: string;
  readonly entry_id?: string;
}
export interface PreparedCall {
  readonly id: string;
  readonly to: string;
  readonly agent: string | null;
  readonly leadId: string | null;
  readonly entryId: string | null;
}
type Asker = Pick<Context, 'tx' | 'session' | 'services'>;

/**
 * Every reason not to call is checked here, in one transaction with the row of the call: the caller's break, a call of theirs
 * that continues, scope, do-not-disturb, hours and attempts of the list, colleagues. What passes is kept as `queued`.
 */
export async function prepareCall(asker: Asker, wish: CallWish, { number }: Pick<Telephony, 'number'>): Promise<PreparedCall> {
  const { tx, session, services } = asker;
  const now = services.now();
  const me = await tx.row<{ user_status: number | null; phone: string | null; extension: string | null }>(
    sql`select "user_status", "phone", "extension" from "users" where "tenant_id" = ${session.tenantId} and "id" = ${session.userId} for update`,
    'dialer-caller-phones',
  );
  if (me?.user_status === 1) throw problem(409, onBreak); // D-076
  await closeUnasked(asker, now);
  await refuseSecond(asker, now);
  const held = wish.entry_id === undefined ? undefined : await heldBy(tx, session, now, wish.entry_id);
  if (wish.entry_id !== undefined && !held) throw problem(409, 'This lead is no longer held for you. Get the next one.');
  const { lead, to } = await whom(asker, held ? { lead_id: held.lead_id } : wish);
  const list = held ? await listByKey(tx, session.tenantId, held.list_key) : undefined;
  if (list) refuseOutside(list, held!.attempts, now, session.timezone);
  else if (lead) await refuseOutsideHours(asker, lead.id, now);
  const hindrance = await hindranceOf(tx, session, { id: lead?.id ?? null, phone: to }, now, list);
  if (hindrance) throw problem(409, hindrance.why);

  await closeWrapUps(tx, session, now);
  const id = newId();
  const at = now.toISOString();
  await tx.run(
    sql`insert into "calls" ("tenant_id", "id", "lead_id", "user_id", "direction", "phone", "virtual_number", "state", "started_at",
          "list_key", "list_lead_id")
        values (${session.tenantId}, ${id}, ${lead?.id ?? null}, ${session.userId}, 'outbound', ${to}, ${number}, 'queued', ${at}::timestamptz,
          ${list?.key ?? null}, ${held?.id ?? null})`,
    'call-add',
  );
  if (lead) await noteDialled(actingOf(asker), lead.id);
  if (held) await countAttempt(tx, session.tenantId, held.id, 1, new Date(now.getTime() + longestCallHours * 3_600_000));
  return { id, to, agent: me?.extension || me?.phone || null, leadId: lead?.id ?? null, entryId: held?.id ?? null };
}

/** The provider took the call; its reports follow. */
export async function callPlaced(asker: Asker, { id }: PreparedCall, providerCallId: string): Promise<void> {
  const { tx, session, services } = asker;
  await joined(tx, services, { tenantId: session.tenantId, callId: id }, { provider_call_id: providerCallId });
  const row = await lockCall(tx, session.tenantId, id);
  if (row) await applyCallReport(actingOf(asker), row, { what: 'ringing' });
}

/** The provider rejected the call: it is over, and the attempt does not count. The caller keeps the lead for a while. */
export async function callFailed(asker: Asker, call: PreparedCall): Promise<void> {
  const { tx, session, services } = asker;
  await endUnplaced(asker, call, 'failed');
  if (call.leadId) await noteNotDialled(actingOf(asker), call.leadId);
  if (call.entryId) await countAttempt(tx, session.tenantId, call.entryId, -1, new Date(services.now().getTime() + 10 * 60_000));
}

/** The provider may have placed the call: the attempt counts, and its reports, if any come, continue the call (TRUST-R25). */
export async function callUnknown(asker: Asker, { id }: Pick<PreparedCall, 'id'>): Promise<void> {
  const { tx, session } = asker;
  const call = await lockCall(tx, session.tenantId, id);
  if (call?.state !== 'queued') return; // a report was faster
  await endUnplaced(asker, { id }, 'unknown');
  await settleEntry(actingOf(asker), call, 'unknown');
  tellState(tx, call, 'ended');
}

const endUnplaced = (
  { tx, session, services }: Asker,
  { id }: Pick<PreparedCall, 'id'>,
  outcome: 'failed' | 'unknown',
): Promise<number> =>
  tx.run(
    sql`update "calls" set "state" = 'ended', "outcome" = ${outcome}, "ended_at" = ${services.now().toISOString()}::timestamptz,
          "duration_s" = 0, "talk_s" = 0 where "tenant_id" = ${session.tenantId} and "id" = ${id}`,
    'call-not-placed',
  );

/** Calls of theirs that a kill left on the way to the provider: whether it was asked is not known. */
async function closeUnasked(asker: Asker, now: Date): Promise<void> {
  const { tx, session } = asker;
  const left = await tx.rows(
    sql`select "id" from "calls" where "tenant_id" = ${session.tenantId} and "user_id" = ${session.userId} and "deleted_at" is null
        and "direction" = 'outbound' and "state" = 'queued' and "started_at" < ${minutesBefore(now, confirmedIn)}::timestamptz`,
    'dialer-left-calls',
  );
  for (const { id } of left) await callUnknown(asker, { id: String(id) });
}

async function refuseSecond({ tx, session }: Asker, now: Date): Promise<void> {
  const other = await tx.row(
    sql`select "outcome" from "calls" where "tenant_id" = ${session.tenantId} and "user_id" = ${session.userId} and "deleted_at" is null
        and "direction" = 'outbound' and ${mayRing(now)} order by "outcome" nulls first limit 1`,
    'dialer-other-call',
  );
  if (other?.['outcome'] === 'unknown')
    throw problem(409, 'Your last call may still ring. Wait two minutes before you call again.');
  if (other) throw problem(409, 'You have another call in progress. End it first.');
}

/** The lead of the wish, locked, and the number; a number that a lead has is that lead's call, as far as the caller may see it. */
async function whom(asker: Asker, wish: CallWish): Promise<{ lead: LeadRecord | null; to: string }> {
  const { tx, session } = asker;
  if (wish.lead_id !== undefined) {
    const lead = await leadOf(asker, wish.lead_id, 'lock');
    const to = lead[wish.number ?? 'phone'];
    if (!to) throw problem(422, `This lead has no ${numberWords[wish.number ?? 'phone']}.`);
    return { lead, to };
  }
  if (wish.phone === undefined) throw problem(422, 'Choose a lead or enter a number to call.');
  const verdict = normalisePhone(wish.phone, await captureRulesOf(tx, session.tenantId));
  if (!verdict.ok) throw invalid('phone', verdict.message);
  const lead = await tx.row<LeadRecord>(
    sql`select * from "leads" where "tenant_id" = ${session.tenantId} and "deleted_at" is null and "merged_into" is null
        and ("phone" = ${verdict.e164} and "duplicate_of" is null or "id" = any(${keptWithNumber(session.tenantId, verdict.e164)}))
        order by "phone" = ${verdict.e164} desc, "id" limit 1 for update`,
    'lead-of-number',
  );
  if (lead && !(await seesLead(tx, session.scope, lead))) throw problem(403, notYourLead);
  return { lead: lead ?? null, to: verdict.e164 };
}

const numberWords: Readonly<Record<LeadNumber, string>> = {
  phone: 'phone number',
  alternate_phone: 'alternate phone number',
  whatsapp_number: 'WhatsApp number',
};

/**
 * Dialled by hand, a lead that waits in lists is called within the hours of one of them, as it would be from there; someone who
 * rang within the last hour may be called back at once. Attempts bind the lists only: a person decides here.
 */
async function refuseOutsideHours({ tx, session }: Asker, leadId: string, now: Date): Promise<void> {
  const lists = await listsOfLead(tx, session.tenantId, leadId);
  if (!lists.length || lists.some((list) => isOpen(list, now, session.timezone))) return;
  const since = new Date(now.getTime() - 3_600_000).toISOString();
  const rang = await tx.row(
    sql`select 1 from "calls" where "tenant_id" = ${session.tenantId} and "lead_id" = ${leadId} and "direction" = 'inbound'
        and "deleted_at" is null and "started_at" > ${since}::timestamptz limit 1`,
    'dialer-rang',
  );
  if (!rang) throw outsideHours(lists[0]!);
}

const outsideHours = ({ value, calling_window: hours }: DialerList): Error =>
  problem(409, `The calling hours of '${value}' are ${hours!.from} to ${hours!.to}.`);

function refuseOutside(list: DialerList, attempts: number, now: Date, zone: string): void {
  if (!isOpen(list, now, zone)) throw outsideHours(list);
  if (attempts >= list.max_attempts)
    throw problem(409, `This lead was called ${counted(attempts, 'time')}, the maximum for '${list.value}'.`);
}
