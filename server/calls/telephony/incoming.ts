import sql from 'sql-template-tag';
import * as telephonyCalls from '../../../src/schemas/calls/telephony';
import { problem } from '../../../src/schemas/kit/problem';
import type { Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { applyCallReport, lockCall } from '../../dialer/call-state';
import { actingOf } from '../../leads/acting';

/** A call's note changes until this long after its end; by then the lead may be someone else's. */
const writtenForHours = 4;
const noCall = (): Error => problem(404, 'This call does not exist.');

/** One browser takes the call. The others hear that it was taken, and a second one is refused (TRUST-R3). */
async function take(context: CallContext<typeof telephonyCalls.takeCall>): Promise<CallReply<typeof telephonyCalls.takeCall>> {
  const { tx, session, body } = context;
  const call = await lockCall(tx, session.tenantId, String(body.call_id));
  if (!call || call.user_id !== session.userId || call.direction !== 'inbound') throw noCall();
  if (call.state === 'ended') throw problem(409, 'This call is over.');
  if (call.state !== 'ringing') throw problem(409, 'This call was taken in another window.');
  await applyCallReport(actingOf(context), call, { what: 'answered' });
  return { message: 'The call was taken.', data: { call_id: call.id } };
}

/** Kept whatever becomes of the call and of the form that follows it; also once the call is over. */
async function note(context: CallContext<typeof telephonyCalls.noteCall>): Promise<CallReply<typeof telephonyCalls.noteCall>> {
  const { tx, session, body } = context;
  const since = new Date(context.services.now().getTime() - writtenForHours * 3_600_000).toISOString();
  const written = await tx.run(
    sql`update "calls" set "note" = ${String(body.note).trim() || null}
        where "tenant_id" = ${session.tenantId} and "id" = ${body.call_id} and "user_id" = ${session.userId} and "deleted_at" is null
          and coalesce("ended_at", "started_at") > ${since}::timestamptz`,
    'call-note',
  );
  if (!written) throw noCall();
  return { message: 'Saved.', data: { call_id: String(body.call_id) } };
}

export const handlers: Handlers = {
  ...handle(telephonyCalls.takeCall, take),
  ...handle(telephonyCalls.noteCall, note),
};
