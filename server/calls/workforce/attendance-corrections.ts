import sql from 'sql-template-tag';
import { dayText } from '../../../src/kinds/day-text';
import * as reportCalls from '../../../src/schemas/calls/attendance-report';
import { invalid, notAllowed, Problem, problem } from '../../../src/schemas/kit/problem';
import type { Draft } from '../../../src/schemas/kit/resource';
import { isAdministrator } from '../../../src/schemas/kit/roles';
import { attendance } from '../../../src/schemas/workforce/attendance';
import { attendanceCorrections, type AttendanceCorrection } from '../../../src/schemas/workforce/attendance-corrections';
import { presentRow } from '../../catalogue/answers';
import { insertRecord } from '../../catalogue/create';
import { keyFrom } from '../../catalogue/drafts';
import { fetchRow } from '../../catalogue/rows';
import { updateRow } from '../../catalogue/update';
import type { Context, Handlers, Reply } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { handleAction, type ActionContext } from '../../context/handle-action';
import { refuseTransition } from '../../domain/transitions';
import { notify } from '../../live/notify';
import { attendanceState, lateMinutes } from '../../workforce/attendance-state';
import { refuseLocked } from '../../workforce/month-lock';

export const handlers: Handlers = {
  ...handle(reportCalls.decideCorrections, decideMany),
  ...handleAction(attendanceCorrections, 'decision', decideOne),
  ...handleAction(attendanceCorrections, 'cancel', cancel),
};

async function decideOne(context: ActionContext<typeof attendanceCorrections, 'decision'>): Promise<Reply> {
  const { status, remark } = context.body;
  const id = String(keyFrom(attendanceCorrections, context));
  await fetchRow(attendanceCorrections, id, context, { lock: true }); // unknown before anything is said of the body
  if (status !== 'approved' && status !== 'rejected') throw invalid('status', 'Status must be approved or rejected');
  if (remark !== undefined && remark !== null && (typeof remark !== 'string' || remark.length > 300))
    throw invalid('remark', 'Remark can have up to 300 characters');
  return answer(await decideCorrection(id, { status, remark: remark ?? null }, context), `Correction ${status}.`, context);
}

/** In the order of their ids, so that two managers with the same rows wait for each other. What is refused stays as it was. */
async function decideMany(
  context: CallContext<typeof reportCalls.decideCorrections>,
): Promise<CallReply<typeof reportCalls.decideCorrections>> {
  const { ids, status, remark = null } = context.body;
  const skipped: { id: string; reason: string }[] = [];
  for (const id of [...ids].sort())
    try {
      await decideCorrection(id, { status, remark }, context);
    } catch (error) {
      // Refused before anything of this row was written.
      if (!(error instanceof Problem) || error.code >= 500) throw error;
      skipped.push({ id, reason: error.message });
    }
  return { data: { done: ids.length - skipped.length, skipped } };
}

/** The person who asked can take a request back until it is decided. */
async function cancel(context: Context): Promise<Reply> {
  const before = await fetchRow(attendanceCorrections, keyFrom(attendanceCorrections, context), context, { lock: true });
  if (before.user_id !== context.session.userId) throw problem(403, notAllowed);
  refuseTransition('attendance-corrections', before.state, 'cancelled');
  return answer(
    await updateRow(attendanceCorrections, before.id, { state: 'cancelled' }, context),
    'Request cancelled.',
    context,
  );
}

const answer = async (row: AttendanceCorrection, message: string, context: Context): Promise<Reply> => ({
  message,
  data: await presentRow(attendanceCorrections, {}, row, context),
});

/** Approves or rejects one request of someone the reader sees; nobody below role 1 decides about themselves. */
async function decideCorrection(
  id: string,
  decision: { readonly status: 'approved' | 'rejected'; readonly remark: string | null },
  context: Context,
): Promise<AttendanceCorrection> {
  const { session, tx } = context;
  const before = await fetchRow(attendanceCorrections, id, context, { lock: true });
  if (before.user_id === session.userId && !isAdministrator(session)) throw problem(403, notAllowed);
  if (before.state !== 'pending') throw problem(409, `This request has already been ${before.state ?? 'decided'}.`);
  if (decision.status === 'approved') {
    await refuseLocked(context, [before.date]);
    await correctDay(before, context);
  }
  const row = await updateRow(
    attendanceCorrections,
    before.id,
    { state: decision.status, decided_by: session.userId, remark: decision.remark },
    context,
  );
  if (before.user_id !== session.userId)
    await notify(tx, session.tenantId, {
      to: String(before.user_id),
      type: 'attendance_correction',
      message: `${session.name} ${decision.status} your correction of ${dayText(before.date)}`,
    });
  return row;
}

/** The times that were asked for replace those of the day; the others stay, and its state follows from all of them. */
async function correctDay(asked: AttendanceCorrection, context: Context): Promise<void> {
  const { tx, session } = context;
  const userId = String(asked.user_id);
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`attendance of ${userId}`}, 0))`);
  const day = await tx.row<{ id: string; check_in: string | null; check_out: string | null }>(sql`
    select "id", "check_in", "check_out" from "attendance" where "tenant_id" = ${session.tenantId} and "user_id" = ${userId}
      and "date" = ${asked.date}::date and "deleted_at" is null`);
  const came = asked.check_in ?? day?.check_in ?? null;
  const left = asked.check_out ?? day?.check_out ?? null;
  if (came === null) throw problem(409, 'This day has no check-in, so the time of leaving alone does not say how long it was.');
  if (left !== null && Date.parse(left) <= Date.parse(came))
    throw problem(409, 'With the other time of this day, the person would have left before they came.');
  const times: Draft<typeof attendance> = {
    check_in: came,
    check_out: left,
    state: await attendanceState(context, userId, came, left),
    late_min: await lateMinutes(context, userId, came),
  };
  if (day) await updateRow(attendance, day.id, times, context);
  else await insertRecord(attendance, { user_id: userId, date: asked.date, mode: 'office', ...times }, context);
}
