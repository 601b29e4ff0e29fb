import sql from 'sql-template-tag';
import * as telephonyCalls from '../../../src/schemas/calls/telephony';
import { problem } from '../../../src/schemas/kit/problem';
import type { Handlers } from '../../context/context';
import { askOnce } from '../../channels/ask-once';
import { providerOf } from '../../channels/providers';
import { telephonyOf } from '../../channels/telephony-provider';
import { handle, type CallContext, type CallReply, type OutsideCallContext } from '../../context/handle';
import { callerTransactions } from '../../dialer/caller-transaction';
import { noteWith } from '../../domain/shared-note';
import { beginTake, bringIn, finishTake } from '../../dialer/take-call';
import { offeredTo } from '../../leads/missed-calls';

/** A call's note changes until this long after its end; by then the lead may be someone else's. */
const writtenForHours = 4;
const noCall = (): Error => problem(404, 'This call does not exist.');

/**
 * One browser takes the call. The others hear that it was taken, and a second one is refused (TRUST-R3). Of a call at a provider, the
 * user's telephone is then called to it, once (TRUST-R25).
 */
async function take(
  context: OutsideCallContext<typeof telephonyCalls.takeCall>,
): Promise<CallReply<typeof telephonyCalls.takeCall>> {
  const { services, body } = context;
  const session = context.session!;
  let isTheirs = false;
  const asked = await askOnce(callerTransactions(context), {
    async begin(tx) {
      const port = telephonyOf(await providerOf(tx, services, session.tenantId, 'telephony'), services);
      const one = { ...(await beginTake({ tx, session, services }, String(body.call_id), port)), port };
      return { value: { one, wasAsked: false } };
    },
    prepare:
      ({ port, call, phone }) =>
      () =>
        bringIn(port, session.tenantId, call, phone),
    async note(tx, { call }, outcome) {
      isTheirs = await finishTake({ tx, session, services }, call, outcome);
    },
  });
  services.jobs.wake();
  if (asked?.state === 'refused') throw asked.error;
  if (!isTheirs) throw problem(409, 'This call is over.');
  return { message: 'The call was taken.', data: { call_id: String(body.call_id) } };
}

/**
 * Kept whatever becomes of the call and of the form that follows it; also once the call is over. Until someone takes it, each person
 * for whom it rings can write, and what one of them wrote is not lost by what another one does.
 */
async function note(context: CallContext<typeof telephonyCalls.noteCall>): Promise<CallReply<typeof telephonyCalls.noteCall>> {
  const { tx, session, body } = context;
  const since = new Date(context.services.now().getTime() - writtenForHours * 3_600_000).toISOString();
  const call: { id: string; note: string | null } | undefined = await tx.row(
    sql`select "id", "note" from "calls"
        where "tenant_id" = ${session.tenantId} and "id" = ${body.call_id} and ${offeredTo(session, sql`"calls"`)} and "deleted_at" is null
          and coalesce("ended_at", "started_at") > ${since}::timestamptz for update`,
    'call-note-before',
  );
  if (!call) throw noCall();
  const written = noteWith(call.note ?? '', { note: body.note, before: body.before });
  await tx.run(
    sql`update "calls" set "note" = ${written || null} where "tenant_id" = ${session.tenantId} and "id" = ${call.id}`,
    'call-note',
  );
  return { message: 'Saved.', data: { call_id: String(body.call_id) } };
}

export const handlers: Handlers = {
  ...handle(telephonyCalls.takeCall, take),
  ...handle(telephonyCalls.noteCall, note),
};
