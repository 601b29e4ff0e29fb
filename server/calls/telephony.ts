import sql, { empty } from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import type { Handler, Handlers } from '../http/context';
import { isInScope, leadOf } from '../leads/lead-access';
import { ring } from '../live/incoming-call';

const noCall = () => problem(404, 'This call does not exist.');

/** CALL-043: ends the caller's own call; once it is over it stays over, and a second click says so too. */
const hangUp: Handler = async (context) => {
  const { tx, session, services, body } = context;
  const { lead_id: leadId, user_id: userId, call_id: callId } = body as Record<string, string | undefined>;
  if ((userId !== undefined && userId !== session.userId) || (!callId && !leadId)) throw noCall();
  const call = await tx.row<{ id: string; state: string }>(sql`
    select "id", "state" from "calls" where "tenant_id" = ${session.tenantId} and "user_id" = ${session.userId} and "deleted_at" is null
      ${callId ? sql`and "id" = ${callId}` : sql`and "state" <> 'ended'`} ${leadId ? sql`and "lead_id" = ${leadId}` : empty}
    order by "started_at" desc limit 1 for update`);
  if (!call) throw noCall();
  if (call.state !== 'ended')
    await tx.run(sql`
      update "calls" set "state" = 'ended', "outcome" = coalesce("outcome", case "state" when 'ringing' then 'rejected' else 'answered' end),
        "duration_s" = greatest(0, extract(epoch from ${services.now().toISOString()}::timestamptz - "started_at"))::bigint
      where "tenant_id" = ${session.tenantId} and "id" = ${call.id}`);
  return { message: 'The call was disconnected.', data: { call_id: call.id } };
};

/** A sandbox's incoming call: for oneself, or for a user of one's scope. */
const sandboxCall: Handler = async (context) => {
  const { tx, session, services, body } = context;
  if (!services.config.demo) throw problem(404, 'There is no sandbox telephony here.');
  const { lead_id: leadId, phone, user_id: userId = session.userId } = body as Record<string, string | undefined>;
  const user = await tx.row<{ user_status: number | null; status: number }>(sql`
    select "user_status", "status" from "users" where "tenant_id" = ${session.tenantId} and "id" = ${userId} and "deleted_at" is null`);
  if (!user) throw problem(404, 'This user does not exist.');
  if (userId !== session.userId && !isInScope(session.scope, userId)) throw problem(404, 'This user does not exist.');
  if (user.status !== 1 || user.user_status === 1) throw problem(409, 'This user is away; no call is routed to them.'); // D-076
  const lead = leadId ? await leadOf(context, leadId) : null;
  const callId = await ring(tx, {
    tenantId: session.tenantId,
    userId,
    lead,
    phone: phone ?? null,
    at: services.now(),
  });
  return { message: 'The call rings.', data: { call_id: callId } };
};

export const handlers: Handlers = { 'dialer-hangup': hangUp, 'sandbox-call': sandboxCall };
