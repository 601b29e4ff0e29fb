import sql from 'sql-template-tag';
import * as attendanceCalls from '../../../src/schemas/calls/attendance';
import type { BodyOf } from '../../../src/schemas/kit/call';
import { problem } from '../../../src/schemas/kit/problem';
import type { Draft, Row } from '../../../src/schemas/kit/resource';
import { attendance } from '../../../src/schemas/workforce/attendance';
import { tellTeams } from '../../automation/teams-post';
import { insertRecord } from '../../catalogue/create';
import { updateRow } from '../../catalogue/update';
import type { Context, Handlers } from '../../context/context';
import { handle, type CallContext, type CallReply } from '../../context/handle';
import { dayOf } from '../../domain/days';
import { attendanceState, lateMinutes } from '../../workforce/attendance-state';
import { refuseLocked } from '../../workforce/month-lock';

type Today = Pick<Row<typeof attendance>, 'id' | 'check_in' | 'check_out' | 'mode'>;

export const handlers: Handlers = {
  ...handle(attendanceCalls.checkIn, checkIn),
  ...handle(attendanceCalls.checkOut, checkOut),
};

/** One record a person and day of the tenant; coming back after checking out continues with the same day. */
async function checkIn(context: CallContext<typeof attendanceCalls.checkIn>): Promise<CallReply<typeof attendanceCalls.checkIn>> {
  const { session, services, body } = context;
  const now = services.now().toISOString();
  const today = await todays(context);
  if (today?.check_in && !today.check_out) throw problem(409, 'You have already checked in.');
  const told = { mode: body.mode ?? today?.mode ?? 'office', ...placeOf(body), ...remarkOf(body) };
  const row = today
    ? await updateRow(
        attendance,
        today.id,
        { check_in: today.check_in ?? now, check_out: null, state: 'present', ...told },
        context,
      )
    : await insertRecord(
        attendance,
        {
          user_id: session.userId,
          date: dayOf(services.now(), session.timezone),
          check_in: now,
          state: 'present',
          late_min: await lateMinutes(context, session.userId, now),
          ...told,
        },
        context,
      );
  await tellTeams(context.tx, services, session, 'attendance', `${session.name} checked in (${told.mode}).`);
  return { message: 'Checked in.', data: row };
}

async function checkOut(
  context: CallContext<typeof attendanceCalls.checkOut>,
): Promise<CallReply<typeof attendanceCalls.checkOut>> {
  const { session, services, body } = context;
  const today = await todays(context);
  if (!today?.check_in) throw problem(409, 'You have not checked in today.');
  if (today.check_out) throw problem(409, 'You have already checked out.');
  const now = services.now().toISOString();
  const state = await attendanceState(context, session.userId, today.check_in, now);
  const row = await updateRow(attendance, today.id, { check_out: now, state, ...remarkOf(body) }, context);
  await tellTeams(context.tx, services, session, 'attendance', `${session.name} checked out.`);
  return { message: 'Checked out.', data: row };
}

/** The day's record; two taps at the same moment wait for each other. */
async function todays({ tx, session, services }: Context): Promise<Today | undefined> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`attendance of ${session.userId}`}, 0))`);
  await refuseLocked({ tx, session }, [dayOf(services.now(), session.timezone)]);
  return tx.row<Today>(sql`
    select "id", "check_in", "check_out", "mode" from "attendance" where "tenant_id" = ${session.tenantId}
      and "user_id" = ${session.userId} and "date" = ${dayOf(services.now(), session.timezone)}::date and "deleted_at" is null`);
}

const placeOf = ({ latitude, longitude }: BodyOf<typeof attendanceCalls.checkIn>): Draft<typeof attendance> =>
  latitude === undefined || longitude === undefined ? {} : { location: { latitude, longitude } };
const remarkOf = ({ remark }: BodyOf<typeof attendanceCalls.checkOut>): Draft<typeof attendance> =>
  remark === undefined ? {} : { remark };
