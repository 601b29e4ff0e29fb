import sql from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import type { Outcome } from '../channels/ask-once';
import type { JoinedLine, Telephony } from '../channels/telephony';
import { noPhone } from '../channels/twilio-telephony';
import type { Context } from '../context/context';
import { actingOf } from '../leads/acting';
import { asked, linesOf } from './call-lines';
import { applyCallReport, isOver, lockCall, ringsFor, tellState, type CallRow } from './call-state';
import { joined } from './line-jobs';

type Asker = Pick<Context, 'tx' | 'session' | 'services'>;
interface Taking {
  readonly call: CallRow;
  /** The telephone of whom takes it. */
  readonly phone: string | null;
}

/** Checks everything and writes who takes it; the others for whom it rings let it go. */
export async function beginTake(asker: Asker, callId: string, { join }: Pick<Telephony, 'join'>): Promise<Taking> {
  const { tx, session } = asker;
  const call = await lockCall(tx, session.tenantId, callId);
  if (!call || call.direction !== 'inbound' || !wasOffered(call, session.userId)) throw problem(404, 'This call does not exist.');
  if (call.state === 'ended') throw problem(409, 'This call is over.');
  if (call.user_id !== null && call.user_id !== session.userId) throw problem(409, 'A colleague has taken this call.');
  if (call.state !== 'ringing' || call.agent_line === asked) throw problem(409, 'This call was taken in another window.');
  const me: { phone: string | null } | undefined = await tx.row(
    sql`select coalesce(nullif("extension", ''), "phone") as "phone" from "users" where "tenant_id" = ${session.tenantId} and "id" = ${session.userId}`,
    'taker-phone',
  );
  const phone = me?.phone ?? null;
  if (call.room !== null && join && !phone) throw noPhone();
  await tx.run(
    sql`update "calls" set "user_id" = ${session.userId}, "agent_line" = ${asked}
        where "tenant_id" = ${session.tenantId} and "id" = ${callId}`,
    'call-taken',
  );
  for (const userId of ringsFor(call))
    if (userId !== session.userId) tx.sendToUser({ userId, event: 'call_state', body: { call_id: callId, state: 'ended' } });
  return { call: { ...call, user_id: session.userId }, phone };
}

const wasOffered = ({ user_id: of, offered_user_ids: offered }: CallRow, userId: string): boolean =>
  of === userId || (offered ?? []).includes(userId);

/** The user's telephone is called into the room, and who waited on hold hears again. */
export async function bringIn(
  port: Telephony,
  tenantId: string,
  call: CallRow,
  phone: string | null,
): Promise<JoinedLine | null> {
  if (call.room === null || !port.join) return null;
  const { id: callId, room } = call;
  const joined = await port.join({ tenantId, callId, room, side: 'agent', to: phone ?? '' });
  const lines = linesOf(call);
  // A call that was handed over waits on hold; the one who takes it can hear it all the same, and resume it.
  if (call.other_line !== null)
    await port.control?.('resume', { ...lines, conference: lines.conference ?? joined.conference }).catch(() => undefined);
  return joined;
}

/**
 * Refused: it rings on, for all whom it was offered to. A call at a provider is talked on once the user's telephone was picked up, which
 * its report says. Returns whether the call is theirs.
 */
export async function finishTake(asker: Asker, { id }: CallRow, outcome: Outcome<JoinedLine | null>): Promise<boolean> {
  const { tx, session, services } = asker;
  const { tenantId } = session;
  if (outcome.state === 'done' && outcome.answer) {
    const { line, conference } = outcome.answer;
    await joined(tx, services, { tenantId, callId: id }, { agent_line: line, conference_id: conference });
  }
  const call = await lockCall(tx, tenantId, id);
  if (!call || isOver(call)) return false;
  if (outcome.state !== 'refused') {
    const isRung = outcome.state === 'unknown' || outcome.answer !== null;
    if (!isRung) await talking(asker, call);
    else if (call.state === 'ringing') await taken(asker, call); // the report of the telephone may have been faster
    return true;
  }
  const offered = call.offered_user_ids ?? [];
  await tx.run(
    sql`update "calls" set "agent_line" = null, "user_id" = ${offered.length > 1 ? null : session.userId}
        where "tenant_id" = ${tenantId} and "id" = ${id}`,
    'call-not-taken',
  );
  tellState(tx, { ...call, user_id: session.userId }, 'ringing');
  return false;
}

/** Without a telephone to ring the call is talked on at once. */
async function talking(asker: Asker, call: CallRow): Promise<void> {
  await asker.tx.run(
    sql`update "calls" set "agent_line" = null where "tenant_id" = ${asker.session.tenantId} and "id" = ${call.id}`,
    'call-without-line',
  );
  await applyCallReport(actingOf(asker), call, { what: 'answered' });
}

async function taken({ tx, session }: Asker, call: CallRow): Promise<void> {
  await tx.run(
    sql`update "calls" set "state" = 'answered' where "tenant_id" = ${session.tenantId} and "id" = ${call.id}`,
    'call-telephone-rings',
  );
  tellState(tx, call, 'answered');
}
