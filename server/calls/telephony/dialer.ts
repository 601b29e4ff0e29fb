import sql from 'sql-template-tag';
import * as dialerCalls from '../../../src/schemas/calls/dialer';
import { problem } from '../../../src/schemas/kit/problem';
import { calls } from '../../../src/schemas/leads/calls';
import { veilAs } from '../../catalogue/field-rules';
import { askOnce } from '../../channels/ask-once';
import { providerOf } from '../../channels/providers';
import { isOnOwnPhone } from '../../channels/sandbox-telephony';
import { telephonyOf } from '../../channels/telephony-provider';
import type { Context, Handlers } from '../../context/context';
import { handle, type CallContext, type OutsideCallContext, type CallReply } from '../../context/handle';
import type { Session } from '../../context/session';
import { callerTransactions } from '../../dialer/caller-transaction';
import { lockCall, settleEntry, tellState, type CallRow } from '../../dialer/call-state';
import { askControl, beginControl, undoControl } from '../../dialer/line-control';
import { deskOf } from '../../dialer/desk';
import { leaveEntry, serveNext } from '../../dialer/next-lead';
import { callFailed, callPlaced, callUnknown, prepareCall } from '../../dialer/place-call';
import { playCall } from '../../dialer/sandbox-calls';
import { actingOf } from '../../leads/acting';
import { noteConnected } from '../../leads/note-on-lead';

const noCall = () => problem(404, 'This call does not exist.');
const unconfirmed =
  'The phone provider did not confirm this call, so it may still ring. It counts as an attempt. Wait two minutes before you call again.';

const desk = async (context: CallContext<typeof dialerCalls.dialerDesk>): Promise<CallReply<typeof dialerCalls.dialerDesk>> => {
  const provider = await providerOf(context.tx, context.services, context.session.tenantId, 'telephony');
  return { data: await deskOf(context, telephonyOf(provider, context.services)) };
};

const next = async (context: CallContext<typeof dialerCalls.dialerNext>): Promise<CallReply<typeof dialerCalls.dialerNext>> => {
  const list = context.query['list_id'];
  return { data: await serveNext(context, typeof list === 'string' && list ? list : undefined) };
};

const leave = async (
  context: CallContext<typeof dialerCalls.dialerLeave>,
): Promise<CallReply<typeof dialerCalls.dialerLeave>> => {
  await leaveEntry(context, String(context.body.entry_id), context.body.how);
  return {};
};

/** The call is written, the provider asked once, then its answer written, each in a transaction of its own (TRUST-R25). */
async function place(
  context: OutsideCallContext<typeof dialerCalls.dialerCall>,
): Promise<CallReply<typeof dialerCalls.dialerCall>> {
  const { services, body } = context;
  const session = context.session!;
  const asked = await askOnce(callerTransactions(context), {
    async begin(tx) {
      const provider = await providerOf(tx, services, session.tenantId, 'telephony');
      const port = telephonyOf(provider, services);
      const call = await prepareCall({ tx, session, services }, body, port);
      const own = provider?.name === 'none' ? { dial: dialledByHand(session, call.to) } : {};
      return { value: { one: { call, provider, port, own }, wasAsked: false } };
    },
    prepare({ call, port, own }) {
      return async () => ({
        id: call.id,
        providerCallId: await port.connect({ ...call, tenantId: session.tenantId }),
        own,
      });
    },
    async note(tx, { call, provider }, outcome) {
      const asker = { tx, session, services };
      if (outcome.state === 'refused') return callFailed(asker, call);
      if (outcome.state === 'unknown') return callUnknown(asker, call);
      await callPlaced(asker, call, outcome.answer.providerCallId);
      if (!provider) await playCall(tx, services, session, call);
    },
  });
  if (asked?.state === 'refused') throw asked.error;
  // An answer, not an error: the same request sent again gets it too, instead of ringing again.
  if (asked?.state !== 'done') return { code: 503, message: unconfirmed };
  services.jobs.wake();
  return { message: 'The phone is ringing.', data: { call_id: asked.answer.id, status: 'ringing', ...asked.answer.own } };
}

/** Only who may see a lead's number can dial it on a phone of their own. */
function dialledByHand(session: Session, phone: string): string {
  const shown = veilAs(calls, session, { phone }, { phone: 'phone' });
  if (shown.phone !== phone) throw problem(409, 'Your organisation has no phone provider, and you may not see this number.');
  return phone;
}

/** What the call becomes is written, the provider asked once, then what it refused is taken back (TRUST-R25). */
async function control(
  context: OutsideCallContext<typeof dialerCalls.dialerControl>,
): Promise<CallReply<typeof dialerCalls.dialerControl>> {
  const { services, body } = context;
  const session = context.session!;
  const callId = String(body.call_id);
  const asked = await askOnce(callerTransactions(context), {
    async begin(tx) {
      const port = telephonyOf(await providerOf(tx, services, session.tenantId, 'telephony'), services);
      const wish = { action: body.action, digits: body.digits, userId: body.user_id };
      return {
        value: { one: { ...(await beginControl({ tx, session, services }, callId, wish, port)), port }, wasAsked: false },
      };
    },
    prepare:
      ({ port, ...one }) =>
      () =>
        askControl(port, session.tenantId, one),
    async note(tx, one, outcome) {
      if (outcome.state === 'refused') await undoControl({ tx, session, services }, one);
    },
  });
  services.jobs.wake();
  if (asked?.state === 'refused') throw asked.error;
  if (asked?.state !== 'done')
    return { code: 503, message: 'The phone provider did not confirm this. Listen to the call before you try again.' };
  return { data: { call_id: callId } };
}

/** The agent's outcome of a call overrides the provider's and ends the wrap-up. */
const outcome = async (
  context: CallContext<typeof dialerCalls.dialerOutcome>,
): Promise<CallReply<typeof dialerCalls.dialerOutcome>> => {
  const { tx, session, body } = context;
  const call = await ownCall(context, String(body.call_id));
  if (call.state !== 'wrap_up')
    throw problem(409, call.state === 'ended' ? 'This call has already been wrapped up.' : 'This call is still in progress.');
  const said = body.outcome;
  await tx.run(sql`
    update "calls" set "state" = 'ended', "outcome" = ${said}, "note" = coalesce(${body.note || null}, "note")
    where "tenant_id" = ${session.tenantId} and "id" = ${call.id}`);
  if (said === 'answered' && !call.answered_at && isOnOwnPhone(call)) await talkedOnOwnPhone(context, call);
  await settleEntry(actingOf(context), call, said);
  tellState(tx, call, 'ended');
  return { message: 'Saved Successfully', data: { call_id: call.id } };
};

/** Nothing reports when such a call was answered: the caller says that it was, and it lasted from dialling to its end. */
async function talkedOnOwnPhone(context: Pick<Context, 'tx' | 'session' | 'services'>, call: CallRow): Promise<void> {
  const { tx, session } = context;
  await tx.run(
    sql`update "calls" set "answered_at" = "started_at", "talk_s" = greatest(1, coalesce("duration_s", 0))
        where "tenant_id" = ${session.tenantId} and "id" = ${call.id}`,
    'call-on-own-phone',
  );
  if (call.lead_id) await noteConnected(actingOf(context), { lead_id: call.lead_id, direction: call.direction });
}

/** One of the caller's outgoing calls, locked. */
async function ownCall({ tx, session }: Pick<Context, 'tx' | 'session'>, id: string): Promise<CallRow> {
  const call = await lockCall(tx, session.tenantId, id);
  if (!call || call.user_id !== session.userId || call.direction !== 'outbound') throw noCall();
  return call;
}

export const handlers: Handlers = {
  ...handle(dialerCalls.dialerDesk, desk),
  ...handle(dialerCalls.dialerNext, next),
  ...handle(dialerCalls.dialerLeave, leave),
  ...handle(dialerCalls.dialerCall, place),
  ...handle(dialerCalls.dialerControl, control),
  ...handle(dialerCalls.dialerOutcome, outcome),
};
