import sql from 'sql-template-tag';
import { dayText } from '../../../src/kinds/day-text';
import { invalid, notAllowed, problem } from '../../../src/schemas/kit/problem';
import type { AttendanceCorrection, attendanceCorrections } from '../../../src/schemas/workforce/attendance-corrections';
import type { Context } from '../../context/context';
import type { Hooks } from '../../context/hooks';
import { dayBounds, dayOf } from '../../domain/days';
import { notify } from '../../live/notify';
import { decidersOf } from '../../workforce/deciders';
import { refuseLocked } from '../../workforce/month-lock';

export const hooks: Hooks<typeof attendanceCorrections> = {
  async beforeCreate(draft, context) {
    await refuseWrong(draft, context);
    await refuseSecond(draft.date, context);
    await refuseLocked(context, [draft.date], 'date');
    return { ...draft, user_id: context.session.userId, state: 'pending' };
  },
  async beforeUpdate(patch, before, context) {
    if (before.user_id !== context.session.userId) throw problem(403, notAllowed);
    if (before.state !== 'pending') throw problem(409, `This request was ${before.state ?? 'decided'} and cannot be changed.`);
    await refuseWrong({ ...before, ...patch }, context);
    await refuseLocked(context, [before.date], 'date');
    return patch;
  },
  async afterWrite(row, before, context) {
    if (before) return;
    const { tx, session } = context;
    await notify(tx, session.tenantId, {
      to: await decidersOf(context),
      type: 'attendance_correction',
      message: `${session.name} asked to correct the attendance of ${dayText(row.date)}`,
    });
  },
};

type Asked = Partial<Pick<AttendanceCorrection, 'date' | 'check_in' | 'check_out'>>;

/** Times of a day that has been, in their order. */
async function refuseWrong({ date = '', check_in: came, check_out: left }: Asked, { session, services }: Context): Promise<void> {
  const now = services.now();
  if (date > dayOf(now, session.timezone)) throw invalid('date', 'Day must not be in the future');
  if (!came && !left) throw invalid('check_in', 'Enter the time you came in, the time you left, or both');
  if (came && dayOf(new Date(came), session.timezone) !== date)
    throw invalid('check_in', `Came in at must be on ${dayText(date)}`);
  if (left) {
    const { from, to } = dayBounds(new Date(`${date}T12:00:00Z`), session.timezone);
    const at = Date.parse(left);
    // A night shift ends on the next day.
    if (at < from.getTime() || at >= to.getTime() + 12 * 3_600_000)
      throw invalid('check_out', `Left at must be on ${dayText(date)}, or in the night after it`);
  }
  for (const [name, title, at] of [
    ['check_in', 'Came in at', came],
    ['check_out', 'Left at', left],
  ] as const)
    if (at && Date.parse(at) > now.getTime()) throw invalid(name, `${title} must not be in the future`);
}

/** One open request for a day; two at the same moment wait for each other. */
async function refuseSecond(date: string, { tx, session }: Context): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`correction of ${session.userId}`}, 0))`);
  const other = await tx.row(sql`
    select 1 from "attendance_corrections" where "tenant_id" = ${session.tenantId} and "user_id" = ${session.userId}
      and "date" = ${date}::date and "state" = 'pending' and "deleted_at" is null`);
  if (!other) return;
  const message = `You already have an open request for ${dayText(date)}.`;
  throw problem(409, message, [{ path: 'date', message }]);
}
