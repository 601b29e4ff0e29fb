import sql from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import { isTeamLeaderOrAbove } from '../../src/schemas/kit/roles';
import type { SupervisorAction } from '../../src/schemas/kit/supervision';
import type { Telephony } from '../channels/telephony';
import type { Context } from '../context/context';
import { isInScope } from '../context/data-scope';
import { actingOf } from '../leads/acting';
import { newId } from '../store/ids';
import { applyCallReport, lockCall, type CallRow } from './call-state';

type Asker = Pick<Context, 'tx' | 'session' | 'services'>;
export type Supervision = SupervisorAction | 'leave';
/** What the provider is asked to do, on which call, for whose telephone. */
export interface Supervising {
  readonly call: CallRow;
  readonly phone: string | null;
  /** As it was before, for a provider that refuses. */
  readonly before: SupervisionState;
}
interface SupervisionState {
  readonly supervised_by: string | null;
  readonly supervision: SupervisorAction | null;
  readonly supervising: boolean | null;
}

const noCall = (): Error => problem(404, 'This call does not exist.');

/** Team leaders and above, by the role that theirs was made from. */
export async function isSupervisor({ tx, session }: Pick<Context, 'tx' | 'session'>): Promise<boolean> {
  const own = await tx.row<{ level: number }>(
    sql`select coalesce("base_role", "role") as "level" from "users_roles" where "tenant_id" = ${session.tenantId} and "role" = ${session.role}`,
    'supervisor-level',
  );
  return isTeamLeaderOrAbove(own?.level);
}

/** Checks everything and writes who is on the line; only then is the provider asked. */
export async function beginSupervision(
  asker: Asker,
  callId: string,
  action: Supervision,
  { supervises }: Pick<Telephony, 'supervises'>,
): Promise<Supervising> {
  const { tx, session } = asker;
  if (!(await isSupervisor(asker))) throw problem(403, 'Only team leaders and above can join calls of others.');
  const call = await lockCall(tx, session.tenantId, callId);
  if (!call || call.user_id === null || !isInScope(session.scope, call.user_id)) throw noCall();
  if (call.user_id === session.userId) throw problem(409, 'This is your own call.');
  if (action !== 'leave' && !supervises.includes(action)) throw problem(409, 'The phone provider does not support this.');
  const state = call.state === 'ringing' || call.state === 'queued' ? 'ringing' : call.state;
  if (state === 'ended' || state === 'wrap_up') throw problem(409, 'This call is over.');
  if (state === 'ringing' && action !== 'hang_up') throw problem(409, 'Nobody is on the line yet.');
  const before = await tx.one<SupervisionState & { colleague: string | null; phone: string | null; user_status: number | null }>(
    sql`select c."supervised_by", c."supervision", c."supervising", s."name" as "colleague", coalesce(me."extension", me."phone") as "phone", me."user_status"
        from "calls" c left join "users" s on s."tenant_id" = c."tenant_id" and s."id" = c."supervised_by"
        join "users" me on me."tenant_id" = c."tenant_id" and me."id" = ${session.userId}
        where c."tenant_id" = ${session.tenantId} and c."id" = ${callId}`,
    'supervised-call',
  );
  if (before.supervising && before.supervised_by !== session.userId)
    throw problem(409, `${before.colleague ?? 'A colleague'} is already on this call.`);
  if (action === 'take_over') await refuseBusy(asker);
  await tx.run(
    action === 'leave'
      ? sql`update "calls" set "supervising" = false where "tenant_id" = ${session.tenantId} and "id" = ${callId}`
      : sql`update "calls" set "supervised_by" = ${session.userId}, "supervision" = ${action}, "supervising" = true
            where "tenant_id" = ${session.tenantId} and "id" = ${callId}`,
    'call-supervised',
  );
  return { call, phone: before.phone, before };
}

/** The provider refused: nobody is on the line but the agent. */
export const undoSupervision = (
  { tx, session }: Asker,
  callId: string,
  { supervised_by: by, supervision, supervising }: SupervisionState,
): Promise<number> =>
  tx.run(
    sql`update "calls" set "supervised_by" = ${by}, "supervision" = ${supervision}, "supervising" = ${supervising}
        where "tenant_id" = ${session.tenantId} and "id" = ${callId}`,
    'call-not-supervised',
  );

/** What the action means for the call. A call that ended meanwhile stays as it ended. Returns the call that goes on. */
export async function finishSupervision(asker: Asker, callId: string, action: Supervision): Promise<string> {
  const { tx, session, services } = asker;
  if (action !== 'hang_up' && action !== 'take_over') return callId;
  const call = await lockCall(tx, session.tenantId, callId);
  if (!call || call.state === 'ended' || call.state === 'wrap_up') return callId;
  const unanswered = call.direction === 'outbound' ? 'no_answer' : 'rejected';
  await applyCallReport(actingOf(asker), call, { what: 'ended', outcome: call.answered_at ? 'answered' : unanswered });
  if (action === 'hang_up') return callId;
  const id = newId();
  await tx.run(
    sql`insert into "calls" ("tenant_id", "id", "lead_id", "user_id", "direction", "phone", "virtual_number", "state", "started_at",
          "offered_user_ids")
        values (${session.tenantId}, ${id}, ${call.lead_id}, ${session.userId}, 'inbound', ${call.phone}, ${call.virtual_number}, 'ringing',
          ${services.now().toISOString()}::timestamptz, jsonb_build_array(${session.userId}::text))`,
    'call-taken-over',
  );
  const own = await lockCall(tx, session.tenantId, id);
  if (own) await applyCallReport(actingOf(asker), own, { what: 'answered' });
  return id;
}

/** Who takes a call over is not on another one. */
async function refuseBusy({ tx, session, services }: Asker): Promise<void> {
  const since = new Date(services.now().getTime() - 4 * 3_600_000).toISOString();
  const other = await tx.row(
    sql`select 1 from "calls" where "tenant_id" = ${session.tenantId} and "user_id" = ${session.userId} and "deleted_at" is null
        and "state" in ('answered', 'on_hold') and "started_at" > ${since}::timestamptz limit 1`,
    'supervisor-busy',
  );
  if (other) throw problem(409, 'You have another call in progress. End it first.');
}
