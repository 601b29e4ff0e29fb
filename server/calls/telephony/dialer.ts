import sql from 'sql-template-tag';
import * as dialerCalls from '../../../src/schemas/calls/dialer';
import { problem } from '../../../src/schemas/kit/problem';
import { providerOf } from '../../channels/providers';
import { telephonyOf } from '../../channels/telephony-provider';
import type { Context, Handlers } from '../../context/context';
import { handle, type CallContext, type OutsideCallContext, type CallReply } from '../../context/handle';
import { callerTransaction } from '../../dialer/caller-transaction';
import { lockCall, settleEntry, applyCallReport, tellState, type CallRow } from '../../dialer/call-state';
import { deskOf } from '../../dialer/desk';
import { leaveEntry, serveNext } from '../../dialer/next-lead';
import { callFailed, prepareCall } from '../../dialer/place-call';
import { playCall } from '../../dialer/sandbox-calls';
import { transferCall } from '../../dialer/transfer-call';

const noCall = () => problem(404, 'This call does not exist.');

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

/** Two short transactions with the provider between them. */
async function place(
  context: OutsideCallContext<typeof dialerCalls.dialerCall>,
): Promise<CallReply<typeof dialerCalls.dialerCall>> {
  const { services, session, body } = context;
  const { call, provider } = await callerTransaction(context, async (asker) => ({
    call: await prepareCall(asker, body),
    provider: await providerOf(asker.tx, services, session!.tenantId, 'telephony'),
  }));
  let providerCallId: string;
  try {
    providerCallId = await telephonyOf(provider, services).connect({ ...call, tenantId: session!.tenantId });
  } catch (error) {
    await callerTransaction(context, (asker) => callFailed(asker, call));
    throw error;
  }
  await callerTransaction(context, async ({ tx }) => {
    await tx.run(sql`
      update "calls" set "provider_call_id" = ${providerCallId} where "tenant_id" = ${session!.tenantId} and "id" = ${call.id}`);
    const row = await lockCall(tx, session!.tenantId, call.id);
    if (row) await applyCallReport(tx, session!.tenantId, row, { what: 'ringing' }, services.now());
    if (!provider) await playCall(tx, services, session!, call);
  });
  services.jobs.wake();
  return { message: 'The phone is ringing.', data: { call_id: call.id, status: 'ringing' } };
}

const control = async (
  context: CallContext<typeof dialerCalls.dialerControl>,
): Promise<CallReply<typeof dialerCalls.dialerControl>> => {
  const { tx, session, services, body } = context;
  const call = await ownCall(context, String(body.call_id));
  const action = body.action;
  const needs = action === 'resume' ? 'hold' : action === 'unmute' ? 'mute' : action;
  const { can } = telephonyOf(await providerOf(tx, services, session.tenantId, 'telephony'), services);
  if (!can.includes(needs)) throw problem(409, 'The phone provider does not support this.');
  if (call.state !== 'answered' && call.state !== 'on_hold') throw problem(409, 'Nobody is on the line.');
  if (action === 'keypad' && !body.digits) throw problem(422, 'Digits are required');
  if (action === 'transfer') await transferCall(context, call, String(body.user_id ?? ''));
  else if (action !== 'keypad') await setLine(context, call, action);
  return { data: { call_id: call.id } };
};

async function setLine({ tx, session }: Context, call: CallRow, action: 'hold' | 'resume' | 'mute' | 'unmute'): Promise<void> {
  const state = action === 'hold' ? 'on_hold' : action === 'resume' ? 'answered' : call.state;
  const muted = action === 'mute' ? true : action === 'unmute' ? false : null;
  await tx.run(sql`
    update "calls" set "state" = ${state}, "muted" = coalesce(${muted}::boolean, "muted")
    where "tenant_id" = ${session.tenantId} and "id" = ${call.id}`);
  tellState(tx, call, state);
}

/** The agent's outcome of a call overrides the provider's and ends the wrap-up. */
const outcome = async (
  context: CallContext<typeof dialerCalls.dialerOutcome>,
): Promise<CallReply<typeof dialerCalls.dialerOutcome>> => {
  const { tx, session, services, body } = context;
  const call = await ownCall(context, String(body.call_id));
  if (call.state !== 'wrap_up')
    throw problem(409, call.state === 'ended' ? 'This call has already been wrapped up.' : 'This call is still in progress.');
  const said = body.outcome;
  await tx.run(sql`
    update "calls" set "state" = 'ended', "outcome" = ${said}, "note" = coalesce(${body.note || null}, "note")
    where "tenant_id" = ${session.tenantId} and "id" = ${call.id}`);
  await settleEntry(tx, session.tenantId, call, said, services.now());
  tellState(tx, call, 'ended');
  return { message: 'Saved Successfully', data: { call_id: call.id } };
};

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
