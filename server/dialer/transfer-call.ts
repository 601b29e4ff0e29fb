import sql from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import type { Telephony } from '../channels/telephony';
import { ringsForSeconds } from '../../src/schemas/kit/live-call';
import type { Context } from '../context/context';
import { loadUser } from '../identity/sessions';
import { seesLead } from '../context/data-scope';
import { actingOf } from '../leads/acting';
import type { LeadRecord } from '../leads/lead-access';
import { ring } from '../live/incoming-call';
import { hasLines, linesOf } from './call-lines';
import { applyCallReport, lockCall, tellState, type CallRow } from './call-state';
import { endLines } from './line-jobs';

type Asker = Pick<Context, 'tx' | 'session' | 'services'>;
/** The call as it rings for the colleague. */
export interface Transferred {
  readonly id: string;
}

/**
 * Transfers the call to a colleague: it rings there, with the line where the other side waits, and ends here. The lead goes along if
 * the colleague can see it. Nobody who takes it leaves nobody waiting for ever.
 */
export async function transferCall(
  asker: Asker,
  call: CallRow,
  userId: string,
  { join }: Pick<Telephony, 'join'>,
): Promise<Transferred> {
  const { tx, session, services } = asker;
  const { tenantId } = session;
  const to = userId === session.userId ? undefined : await loadUser(tx, tenantId, userId);
  if (!to || to.type !== 'org') throw problem(404, 'This colleague does not exist.');
  const there = await tx.row<{ user_status: number | null; phone: string | null }>(
    sql`select "user_status", coalesce(nullif("extension", ''), "phone") as "phone" from "users" where "tenant_id" = ${tenantId} and "id" = ${userId}`,
    'transfer-to',
  );
  if (there?.user_status === 1) throw problem(409, 'This colleague is away, so calls are not routed to them.'); // D-076
  if (join && !there?.phone) throw problem(409, 'This colleague has no phone number in their profile to ring.');
  const lead = call.lead_id
    ? await tx.row<LeadRecord>(
        sql`select * from "leads" where "tenant_id" = ${tenantId} and "id" = ${call.lead_id} and "deleted_at" is null`,
      )
    : undefined;
  const { room, conference, other } = linesOf(call);
  const lines = hasLines(call) ? { room, conference_id: conference, other_line: other } : {};
  await applyCallReport(actingOf(asker), call, { what: 'ended', outcome: 'answered', byUser: true });
  const id = await ring(tx, {
    tenantId,
    userIds: [userId],
    lead: lead && (await seesLead(tx, to.scope, lead)) ? lead : null,
    phone: call.phone,
    virtualNumber: call.virtual_number,
    at: services.now(),
    lines,
  });
  if (hasLines(call))
    await services.jobs.add(tx, session, {
      kind: endLines,
      payload: { callId: id, untaken: true },
      runAt: new Date(services.now().getTime() + (ringsForSeconds + 5) * 1000),
    });
  return { id };
}

/** The provider refused: it rings no longer there, and goes on here; unless it ended or was taken meanwhile. */
export async function undoTransfer({ tx, session, services }: Asker, before: CallRow, { id }: Transferred): Promise<void> {
  const { tenantId } = session;
  const ringing = await lockCall(tx, tenantId, id);
  if (ringing?.state !== 'ringing' || ringing.agent_line !== null) return;
  await tx.run(
    sql`update "calls" set "state" = 'ended', "outcome" = 'failed', "ended_at" = ${services.now().toISOString()}::timestamptz,
          "duration_s" = 0, "talk_s" = 0, "room" = null, "other_line" = null where "tenant_id" = ${tenantId} and "id" = ${id}`,
    'transfer-refused',
  );
  tellState(tx, ringing, 'ended');
  await tx.run(
    sql`update "calls" set "state" = ${before.state}, "outcome" = ${before.outcome}, "ended_at" = null, "duration_s" = null, "talk_s" = null
        where "tenant_id" = ${tenantId} and "id" = ${before.id}`,
    'transfer-taken-back',
  );
  tellState(tx, before, before.state);
}
