import * as boardCalls from '../../../src/schemas/calls/live-board';
import { problem } from '../../../src/schemas/kit/problem';
import { askOnce } from '../../channels/ask-once';
import { providerOf } from '../../channels/providers';
import { telephonyOf } from '../../channels/telephony-provider';
import type { Telephony } from '../../channels/telephony';
import type { Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply, type OutsideCallContext } from '../../context/handle';
import { hasLines, linesOf } from '../../dialer/call-lines';
import { callerTransactions } from '../../dialer/caller-transaction';
import { liveBoardOf } from '../../dialer/live-board';
import { playEnd } from '../../dialer/sandbox-calls';
import { beginSupervision, finishSupervision, undoSupervision, type Supervising } from '../../dialer/supervise';

export const handlers: Handlers = {
  ...handle(boardCalls.liveBoard, board),
  ...handle(boardCalls.superviseCall, supervise),
};

async function board(context: CallContext<typeof boardCalls.liveBoard>): Promise<CallReply<typeof boardCalls.liveBoard>> {
  const { tx, session, services } = context;
  const port = telephonyOf(await providerOf(tx, services, session.tenantId, 'telephony'), services);
  return { data: await liveBoardOf(context, port) };
}

/** Who is on the line is written, the provider asked once, then what became of the call (TRUST-R25). */
async function supervise(
  context: OutsideCallContext<typeof boardCalls.superviseCall>,
): Promise<CallReply<typeof boardCalls.superviseCall>> {
  const { services, body } = context;
  const session = context.session!;
  const { action } = body;
  const callId = String(body.call_id);
  let goesOn = callId;
  const asked = await askOnce(callerTransactions(context), {
    async begin(tx) {
      const provider = await providerOf(tx, services, session.tenantId, 'telephony');
      const port = telephonyOf(provider, services);
      const begun = await beginSupervision({ tx, session, services }, callId, action, port);
      return { value: { one: { ...begun, port, sandbox: !provider }, wasAsked: false } };
    },
    prepare:
      ({ port, ...one }) =>
      () =>
        askProvider(port, one, action),
    async note(tx, { before, sandbox }, outcome) {
      const asker = { tx, session, services };
      if (outcome.state === 'refused') return void (await undoSupervision(asker, callId, before));
      if (outcome.state === 'unknown') return;
      goesOn = await finishSupervision(asker, callId, action);
      if (sandbox && (action === 'hang_up' || action === 'take_over')) await playEnd(tx, services, session, callId);
    },
  });
  services.jobs.wake();
  if (asked?.state === 'refused') throw asked.error;
  if (asked?.state !== 'done')
    return { code: 503, message: 'The phone provider did not confirm this. Look at the call before you try again.' };
  return { message: done[action], data: { call_id: goesOn } };
}

const done = {
  listen: 'You are listening in.',
  whisper: 'Only the agent hears you.',
  barge: 'You have joined the call.',
  take_over: 'You have taken over the call.',
  hang_up: 'The call was disconnected.',
  leave: 'You have left the call.',
} as const;

/** Leaving is the supervisor hanging up their own telephone: nothing is asked of the provider. */
async function askProvider(
  port: Telephony,
  { call, phone }: Pick<Supervising, 'call' | 'phone'>,
  action: keyof typeof done,
): Promise<void> {
  if (action === 'leave') return;
  const lines = hasLines(call) ? linesOf(call) : null;
  if (action === 'hang_up') return lines === null ? undefined : port.hangUp(lines);
  if (!port.supervise) throw problem(409, 'The phone provider does not support this.');
  await port.supervise(action, { lines, supervisor: phone });
}
