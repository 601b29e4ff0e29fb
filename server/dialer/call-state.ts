import sql from 'sql-template-tag';
import type { callOutcomes } from '../../src/schemas/calls/dialer';
import { dayBounds } from '../domain/days';
import type { Session } from '../context/session';
import type { Acting } from '../leads/acting';
import { noteConnected } from '../leads/note-on-lead';
import type { Tx } from '../store/store';
import { askCost } from './ask-cost';
import { listByKey } from './dialer-lists';

export type CallOutcome = (typeof callOutcomes)[number] | 'failed' | 'rejected' | 'missed' | 'unknown';
/** What happened on the line, whether reported by the provider, its sandbox or the agent who hung up. */
export interface CallReport {
  readonly what: 'ringing' | 'answered' | 'ended';
  readonly outcome?: CallOutcome | undefined;
  readonly talk_s?: number | undefined;
  /** The call's user ended or handed it over, and their window asks what came of it. */
  readonly byUser?: true;
}
type Doing = Pick<Acting, 'tx' | 'by'>;
export interface CallRow {
  readonly id: string;
  readonly lead_id: string | null;
  readonly user_id: string | null;
  readonly direction: string;
  readonly state: string;
  readonly started_at: string;
  readonly answered_at: string | null;
  readonly outcome: CallOutcome | null;
  readonly list_key: string | null;
  readonly list_lead_id: string | null;
  readonly provider_call_id: string | null;
  readonly phone: string | null;
  readonly virtual_number: string | null;
  readonly muted: boolean | null;
  readonly offered_user_ids: readonly string[] | null;
  readonly room: string | null;
  readonly conference_id: string | null;
  readonly agent_line: string | null;
  readonly other_line: string | null;
}
const callColumns = sql`"id", "lead_id", "user_id", "direction", "state", "started_at", "answered_at", "outcome", "list_key",
  "list_lead_id", "provider_call_id", "phone", "virtual_number", "muted", "offered_user_ids", "room", "conference_id", "agent_line", "other_line"`;

export const lockCall = (tx: Tx, tenantId: string, id: string): Promise<CallRow | undefined> =>
  tx.row<CallRow>(
    sql`select ${callColumns} from "calls" where "tenant_id" = ${tenantId} and "id" = ${id} and "deleted_at" is null for update`,
    'call-lock',
  );

/** Nobody can talk on it any more. */
export const isOver = ({ state }: Pick<CallRow, 'state'>): boolean => state === 'ended' || state === 'wrap_up';

/**
 * Moves a call to its next state. Reports may repeat or arrive out of order: an ended call stays ended, an answered one answered.
 * At the end the agent's wrap-up begins, the entry of the list gets its next try, and the lead remembers. A call that the provider
 * did not confirm goes on with its first report.
 */
export async function applyCallReport(acting: Acting, call: CallRow, report: CallReport): Promise<void> {
  const { tx, by } = acting;
  const at = by.now.toISOString();
  const isUnknown = call.outcome === 'unknown';
  if (isOver(call) && !isUnknown) return;
  if (report.what === 'ringing' && call.state !== 'queued' && !isUnknown) return;
  if (report.what === 'answered' && call.answered_at) return;
  if (report.what === 'ended') return endCall(acting, await answeredBefore(acting, call, report), report);
  await tx.run(
    sql`update "calls" set "state" = ${report.what}, "answered_at" = case when ${report.what} = 'answered' then ${at}::timestamptz end,
          "outcome" = null, "ended_at" = null
        where "tenant_id" = ${by.tenantId} and "id" = ${call.id}`,
    'call-on',
  );
  const { lead_id, direction } = call;
  if (report.what === 'answered' && lead_id) await noteConnected(acting, { lead_id, direction });
  tellState(tx, call, report.what);
}

/** The end says that they talked, and the report of the answer was lost or comes later: the call was answered that long ago. */
async function answeredBefore({ tx, by }: Doing, call: CallRow, { outcome, talk_s = 0 }: CallReport): Promise<CallRow> {
  if (outcome !== 'answered' || call.answered_at) return call;
  const answered_at = new Date(Math.max(Date.parse(call.started_at), by.now.getTime() - talk_s * 1000)).toISOString();
  await tx.run(
    sql`update "calls" set "answered_at" = ${answered_at}::timestamptz where "tenant_id" = ${by.tenantId} and "id" = ${call.id}`,
    'call-answered-before',
  );
  if (call.lead_id) await noteConnected({ tx, by }, { lead_id: call.lead_id, direction: call.direction });
  return { ...call, answered_at };
}

async function endCall(acting: Acting, call: CallRow, report: CallReport): Promise<void> {
  const { tx, by, services } = acting;
  const { now } = by;
  const at = now.toISOString();
  const outcome: CallOutcome = call.answered_at ? 'answered' : (report.outcome ?? 'no_answer');
  const talk = call.answered_at ? (report.talk_s ?? secondsBetween(call.answered_at, now)) : 0;
  const next = call.direction === 'outbound' && call.user_id ? 'wrap_up' : 'ended';
  await tx.run(
    sql`update "calls" set "state" = ${next}, "ended_at" = ${at}::timestamptz, "outcome" = ${outcome}, "talk_s" = ${talk},
          "duration_s" = ${secondsBetween(call.started_at, now)}, "supervising" = null where "tenant_id" = ${by.tenantId} and "id" = ${call.id}`,
    'call-end',
  );
  await settleEntry(acting, call, outcome);
  if (call.room ?? call.provider_call_id) await askCost(tx, services, by, { callId: call.id, tried: 0 });
  tellState(tx, call, next, report.byUser);
}

/**
 * Where the entry of the list goes after a call: done, tried again after the gap (the next day once today's attempts are used),
 * or exhausted. The late report of an unconfirmed call leaves an entry that a colleague holds by then.
 */
export async function settleEntry(
  { tx, by }: Doing,
  call: Pick<CallRow, 'list_lead_id' | 'list_key' | 'lead_id' | 'user_id' | 'outcome'>,
  outcome: CallOutcome,
): Promise<void> {
  const { tenantId, now } = by;
  if (!call.list_lead_id || !call.list_key) return;
  const list = await listByKey(tx, tenantId, call.list_key);
  const today = dayBounds(now, by.zone);
  const entry = await tx.row<{ attempts: number | null; tried: number }>(sql`
    select e."attempts", (select count(*)::int from "calls" c where c."tenant_id" = e."tenant_id" and c."lead_id" = e."lead_id"
        and c."direction" = 'outbound' and c."outcome" is distinct from 'failed' and c."deleted_at" is null and c."started_at" >= ${today.from.toISOString()}::timestamptz) as "tried"
    from "dialer_list_leads" e where e."tenant_id" = ${tenantId} and e."id" = ${call.list_lead_id} and e."deleted_at" is null for update of e`);
  if (!entry || !list) return;
  const state =
    outcome === 'answered'
      ? 'done'
      : outcome === 'invalid' || (entry.attempts ?? 0) >= list.max_attempts
        ? 'exhausted'
        : 'queued';
  const gap = new Date(now.getTime() + list.retry_gap_min * 60_000);
  const nextTry = state !== 'queued' ? null : entry.tried >= list.daily_attempts && today.to > gap ? today.to : gap;
  await tx.run(
    sql`update "dialer_list_leads" set "state" = ${state}, "user_id" = null, "lease_until" = null,
          "next_try_at" = ${nextTry?.toISOString() ?? null}::timestamptz where "tenant_id" = ${tenantId} and "id" = ${call.list_lead_id}
          and (${call.outcome !== 'unknown'} or "user_id" is null or "user_id" = ${call.user_id})`,
    'dialer-settle',
  );
}

/** Ends the caller's open wrap-ups when they move on. */
export async function closeWrapUps(tx: Tx, { tenantId, userId }: Pick<Session, 'tenantId' | 'userId'>, now: Date): Promise<void> {
  await tx.run(
    sql`update "calls" set "state" = 'ended' where "tenant_id" = ${tenantId} and "user_id" = ${userId} and "state" = 'wrap_up'
        and "deleted_at" is null and "started_at" > ${new Date(now.getTime() - 7 * 86_400_000).toISOString()}::timestamptz`,
    'dialer-close-wrap-ups',
  );
}

/** To the open pages of the call's user, or of all for whom it rings. */
export function tellState(
  tx: Tx,
  call: Pick<CallRow, 'id' | 'user_id' | 'offered_user_ids'>,
  state: string,
  byUser?: true,
): void {
  const body = { call_id: call.id, state, ...(byUser ? { by_user: true } : {}) };
  for (const userId of ringsFor(call)) tx.sendToUser({ userId, event: 'call_state', body });
}

/** Whose call it is, or who can take it. */
export const ringsFor = ({
  user_id: userId,
  offered_user_ids: offered,
}: Pick<CallRow, 'user_id' | 'offered_user_ids'>): readonly string[] => (userId ? [userId] : (offered ?? []));

const secondsBetween = (from: string, to: Date): number => Math.max(0, Math.round((to.getTime() - Date.parse(from)) / 1000));
