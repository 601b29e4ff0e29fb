import sql from 'sql-template-tag';
import type { Services } from '../context/services';
import { actingFor, type Acting } from '../leads/acting';
import { noteNotDialled } from '../leads/note-on-lead';
import { missCall } from '../live/missed-call';
import type { Tx } from '../store/store';
import { applyCallReport, isOver, lockCall, type CallReport, type CallRow } from './call-state';
import { askCost } from './ask-cost';
import { countAttempt } from './dialer-lists';
import { dialLead, endLines, setLines } from './line-jobs';

interface LineReport {
  readonly tenantId: string;
  readonly call: CallRow;
  readonly leg: 'agent' | 'lead';
  /** The provider's id of the line. */
  readonly line: string | undefined;
  readonly report: (Omit<CallReport, 'what'> & { readonly what: string }) | undefined;
  /** The agent has picked up. */
  readonly isUp: boolean;
  /** A line that ended was talked on. */
  readonly isReached: boolean;
}

/** What a provider reports of one line of a call. */
export async function applyLineReport(tx: Tx, services: Services, about: LineReport): Promise<void> {
  const { tenantId, call, leg, report, isUp } = about;
  const isOut = call.direction === 'outbound';
  await knowLine(tx, tenantId, about);
  const acting = await actingFor(tx, services, { tenantId, userId: null });
  const next = { tenantId, userId: call.user_id };
  if (isUp && isOut) {
    // also of a call that the provider did not confirm: it rings, so the lead is called
    if (call.outcome === 'unknown') await applyCallReport(acting, call, { what: 'ringing' });
    await services.jobs.add(tx, next, { kind: dialLead, payload: { callId: call.id }, dedupeKey: call.id });
    return;
  }
  if (isUp && leg === 'agent') return applyCallReport(acting, call, { what: 'answered' });
  if (!report || (report.what !== 'ringing' && report.what !== 'answered' && report.what !== 'ended')) return;
  if (!isOut && leg === 'agent') return agentGone(tx, services, { tenantId, call, isReached: about.isReached });
  // Only the agent's own telephone was called: no attempt to reach the lead.
  const isLeadCalled = call.other_line !== null || call.answered_at !== null;
  if (isOut && leg === 'agent' && !isLeadCalled && !isOver(call)) await takeBackAttempt(acting, call);
  await applyCallReport(acting, call, { ...report, what: report.what });
  // An unreached lead leaves the agent alone in the room.
  if (isOut && leg === 'lead' && report.what === 'ended' && !call.answered_at)
    await services.jobs.add(tx, next, { kind: endLines, payload: { callId: call.id } });
}

async function takeBackAttempt({ tx, by }: Pick<Acting, 'tx' | 'by'>, call: CallRow): Promise<void> {
  if (call.lead_id) await noteNotDialled({ tx, by }, call.lead_id);
  if (call.list_lead_id) await countAttempt(tx, by.tenantId, call.list_lead_id, -1);
}

async function knowLine(tx: Tx, tenantId: string, { call, leg, line }: LineReport): Promise<void> {
  if (line === undefined) return;
  if (call.direction === 'outbound' && leg === 'agent' && !call.provider_call_id)
    await tx.run(sql`
      update "calls" set "provider_call_id" = ${line} where "tenant_id" = ${tenantId} and "id" = ${call.id} and "provider_call_id" is null`);
  else if (leg === 'lead') await setLines(tx, tenantId, call.id, { other_line: line });
  else if (call.direction !== 'outbound') await setLines(tx, tenantId, call.id, { agent_line: line });
}

/**
 * The telephone of the person who took an incoming call ended: they hung up, which ends the call, or never picked up, so that the caller
 * is missed and waits no longer. The line of someone who has handed the call over means nothing any more.
 */
async function agentGone(tx: Tx, services: Services, { tenantId, call, isReached }: AgentGone): Promise<void> {
  if (isReached || call.state === 'ended') {
    const acting = await actingFor(tx, services, { tenantId, userId: null });
    return applyCallReport(acting, call, { what: 'ended', outcome: 'answered' });
  }
  await missCall(tx, tenantId, call.id, services.now(), 'taken');
  await services.jobs.add(tx, { tenantId, userId: call.user_id }, { kind: endLines, payload: { callId: call.id } });
}
interface AgentGone {
  readonly tenantId: string;
  readonly call: CallRow;
  readonly isReached: boolean;
}

/** The room is empty: what was not taken is missed, what was talked on is over. */
export async function endRoom(tx: Tx, services: Services, tenantId: string, room: string): Promise<void> {
  const open: { id: string }[] = await tx.rows(
    sql`select "id" from "calls" where "tenant_id" = ${tenantId} and ("id" = ${room} or "room" = ${room})
        and "state" not in ('ended', 'wrap_up') and "deleted_at" is null order by "id"`,
    'calls-of-room',
  );
  const acting = await actingFor(tx, services, { tenantId, userId: null });
  for (const { id } of open) {
    const call = await lockCall(tx, tenantId, id);
    if (!call) continue;
    if (call.direction === 'inbound' && !call.answered_at) await missCall(tx, tenantId, id, services.now(), 'taken');
    else await applyCallReport(acting, call, { what: 'ended', outcome: call.answered_at ? 'answered' : 'no_answer' });
  }
  const unpriced: { id: string }[] = await tx.rows(
    sql`select "id" from "calls" where "tenant_id" = ${tenantId} and ("id" = ${room} or "room" = ${room}) and "cost" is null
        and "deleted_at" is null order by "id"`,
    'calls-without-cost',
  );
  for (const { id } of unpriced) await askCost(tx, services, acting.by, { callId: id, tried: 0 });
}
