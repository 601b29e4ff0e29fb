import sql from 'sql-template-tag';
import { dayText } from '../../src/kinds/day-text';
import { notAllowed, problem } from '../../src/schemas/kit/problem';
import type { Draft } from '../../src/schemas/kit/resource';
import { isAdministrator } from '../../src/schemas/kit/roles';
import { attendance } from '../../src/schemas/workforce/attendance';
import { attendanceCorrections, type AttendanceCorrection } from '../../src/schemas/workforce/attendance-corrections';
import { insertRecord } from '../catalogue/create';
import { fetchRow } from '../catalogue/rows';
import { updateRow } from '../catalogue/update';
import type { Context } from '../context/context';
import { notify } from '../live/notify';
import { attendanceState, lateMinutes } from './attendance-state';
import { refuseLocked } from './month-lock';

/** Approves or rejects one request of someone the reader sees; nobody below role 1 decides about themselves. */
export async function decideCorrection(
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
