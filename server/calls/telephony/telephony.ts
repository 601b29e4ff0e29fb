import sql, { empty } from 'sql-template-tag';
import * as telephonyCalls from '../../../src/schemas/calls/telephony';
import { problem } from '../../../src/schemas/kit/problem';
import { sandboxNumbers } from '../../channels/sandbox-telephony';
import { providerOf, type Provider } from '../../channels/providers';
import type { CallLines } from '../../channels/telephony';
import { telephonyOf } from '../../channels/telephony-provider';
import type { Handlers } from '../../context/context';
import { isInScope } from '../../context/data-scope';
import { handle, type CallContext, type OutsideCallContext, type CallReply } from '../../context/handle';
import { callerTransaction } from '../../dialer/caller-transaction';
import { hasLines, linesOf } from '../../dialer/call-lines';
import { applyCallReport, isOver, lockCall, type CallRow } from '../../dialer/call-state';
import { ringAt } from '../../dialer/route-incoming';
import { playEnd } from '../../dialer/sandbox-calls';
import { actingOf } from '../../leads/acting';
import { leadOf } from '../../leads/lead-access';
import { offeredTo } from '../../leads/missed-calls';
import { ring } from '../../live/incoming-call';
import type { Session } from '../../context/session';
import type { Tx } from '../../store/store';

const noCall = () => problem(404, 'This call does not exist.');

/**
 * Ends the caller's own call; once it is over it stays over, and a second click says so too. The provider is called between two
 * transactions.
 */
async function hangUp(
  context: OutsideCallContext<typeof telephonyCalls.hangUp>,
): Promise<CallReply<typeof telephonyCalls.hangUp>> {
  const { services } = context;
  const { id, goesOn, lines, provider } = await callerTransaction(context, ({ tx }) => ending(context, tx));
  if (goesOn) {
    if (lines) await telephonyOf(provider, services).hangUp(lines);
    await callerTransaction(context, async (asker) => {
      const { tx, session } = asker;
      const call = await lockCall(tx, session.tenantId, id);
      if (!call || isOver(call)) return;
      // Hanging up an unanswered incoming call rejects it; hanging up an unanswered outgoing call counts as not reached.
      const unanswered = call.direction === 'outbound' ? 'no_answer' : 'rejected';
      const outcome = call.answered_at ? 'answered' : unanswered;
      await applyCallReport(actingOf(asker), call, { what: 'ended', outcome, byUser: true });
      if (call.answered_at && !provider) await playEnd(tx, services, session, id);
    });
  }
  services.jobs.wake();
  return { message: 'The call was disconnected.', data: { call_id: id } };
}

interface Ending {
  readonly id: string;
  /** There is a call to end: it is not over, and does not ring on for others. */
  readonly goesOn: boolean;
  /** What the provider is to end. */
  readonly lines?: CallLines;
  readonly provider: Provider | undefined;
}

/** Which of the caller's calls is meant; one of several for whom it rings lets it go here. */
async function ending({ services, session, body }: OutsideCallContext<typeof telephonyCalls.hangUp>, tx: Tx): Promise<Ending> {
  const { tenantId, userId } = session!;
  const { lead_id: leadId, user_id: forUser, call_id: callId } = body;
  if ((forUser !== undefined && forUser !== userId) || (!callId && !leadId)) throw noCall();
  const found: { id: string } | undefined = await tx.row(sql`
    select "id" from "calls" c
    where "tenant_id" = ${tenantId} and ${offeredTo(session!, sql`c`)} and "deleted_at" is null
      ${callId ? sql`and "id" = ${callId}` : sql`and "state" not in ('wrap_up', 'ended')`} ${leadId ? sql`and "lead_id" = ${leadId}` : empty}
    order by "started_at" desc limit 1`);
  const call = found && (await lockCall(tx, tenantId, found.id));
  if (!call) throw noCall();
  const goesOn = !isOver(call) && !(await rejectForOne(tx, call, session!));
  const provider = goesOn ? await providerOf(tx, services, tenantId, 'telephony') : undefined;
  return { id: call.id, goesOn, provider, ...(goesOn && hasLines(call) ? { lines: linesOf(call) } : {}) };
}

/** One of several for whom it rings does not take it: it rings on for the others. The last one rejects it for all. */
async function rejectForOne(tx: Tx, call: CallRow, { tenantId, userId }: Pick<Session, 'tenantId' | 'userId'>): Promise<boolean> {
  if (call.user_id !== null || call.state !== 'ringing') return false;
  const others = (call.offered_user_ids ?? []).filter((one) => one !== userId);
  const [last] = others.length ? [] : [userId];
  await tx.run(
    sql`update "calls" set "offered_user_ids" = ${JSON.stringify(last ? [last] : others)}::jsonb, "user_id" = ${last ?? null}
        where "tenant_id" = ${tenantId} and "id" = ${call.id}`,
    'call-rejected-by-one',
  );
  tx.sendToUser({ userId, event: 'call_state', body: { call_id: call.id, state: 'ended' } });
  return others.length > 0;
}

/** A sandbox's incoming call: for a user of one's scope, or for whom a provider's call of that number would ring. */
const sandboxCall = async (
  context: CallContext<typeof telephonyCalls.sandboxCall>,
): Promise<CallReply<typeof telephonyCalls.sandboxCall>> => {
  const { tx, session, services, body } = context;
  if (!services.config.demo) throw problem(404, 'Sandbox telephony is not available here.');
  const {
    lead_id: leadId,
    phone,
    user_id: userId = session.userId,
    routed = false,
    to: virtualNumber = sandboxNumbers.incoming,
  } = body;
  if (routed) {
    const { id } = await ringAt({ tx, services, tenantId: session.tenantId, phone: phone ?? null, virtualNumber });
    return { message: 'The phone is ringing.', data: { call_id: id } };
  }
  const user = await tx.row<{ user_status: number | null; status: number }>(sql`
    select "user_status", "status" from "users" where "tenant_id" = ${session.tenantId} and "id" = ${userId} and "deleted_at" is null`);
  if (!user) throw problem(404, 'This user does not exist.');
  if (userId !== session.userId && !isInScope(session.scope, userId)) throw problem(404, 'This user does not exist.');
  if (user.status !== 1 || user.user_status === 1) throw problem(409, 'This user is away, so calls are not routed to them.'); // D-076
  const lead = leadId ? await leadOf(context, leadId) : null;
  const callId = await ring(tx, {
    tenantId: session.tenantId,
    userIds: [userId],
    lead,
    phone: phone ?? null,
    virtualNumber,
    at: services.now(),
  });
  return { message: 'The phone is ringing.', data: { call_id: callId } };
};

export const handlers: Handlers = {
  ...handle(telephonyCalls.hangUp, hangUp),
  ...handle(telephonyCalls.sandboxCall, sandboxCall),
};
