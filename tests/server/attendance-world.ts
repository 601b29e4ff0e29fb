import type { AttendanceMonth } from '../../src/schemas/calls/attendance-report';
import { expect } from 'vitest';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';

export interface AttendanceWorld {
  readonly test: TestApp;
  admin: Browser;
  lead: Browser;
  counsellor: Browser;
  outsider: Browser;
  /** Of paid leave. */
  readonly type: string;
  signedIn(): Promise<void>;
  sql(text: string): Promise<unknown>;
  month(who: Browser, more?: string): Promise<AttendanceMonth>;
  /** The counsellor's own month. */
  mine(who?: Browser): Promise<AttendanceMonth['people'][number]>;
}
export const idOf = (answer: Answer): string => String(answer.body['id']);

/**
 * Wednesday, 18 November 2026, 16:00 in Pune, with a counsellor's days since the 2nd: Sundays are off, the 9th is a holiday.
 */
export async function makeAttendanceWorld(): Promise<AttendanceWorld> {
  const test = await build();
  test.clock.set(new Date('2026-11-18T10:30:00Z'));
  const { northstar } = test.fixture.tenants;
  const sql = (text: string): Promise<unknown> => edit(test, northstar!, text);
  const people = async (): Promise<Pick<AttendanceWorld, 'admin' | 'lead' | 'counsellor' | 'outsider'>> => {
    const [admin, lead, counsellor, outsider] = (await Promise.all(
      ['admin', 'lead', 'counsellor', 'outsider'].map((name) => signIn(test, `${name}@northstar.example`)),
    )) as [Browser, Browser, Browser, Browser];
    return { admin, lead, counsellor, outsider };
  };
  const first = await people();
  const { admin, counsellor } = first;
  const shift = { name: 'Day', start_time: '09:30', end_time: '18:30', weekly_off: ['Sunday'], grace_min: 10, half_day_min: 240 };
  const id = idOf(await call(test, admin, 'POST', 'res/shifts', shift));
  const type = idOf(await call(test, admin, 'POST', 'res/leave-types', { name: 'Casual leave', yearly_days: 12, paid: true }));
  await call(test, admin, 'POST', 'res/holidays', { name: 'Founders day', date: '2026-11-09' });
  await sql(`update users set shift_id = '${id}', created_at = '2026-10-01T00:00:00Z'`);
  const days: readonly (readonly [day: string, state: string, came: string, left: string, late?: number])[] = [
    ['02', 'present', '09:25', '18:35'],
    ['03', 'present', '10:00', '18:30', 30],
    ['04', 'present', '09:30', '17:00'],
    ['05', 'half_day', '09:30', '12:00'],
    ['09', 'present', '10:00', '14:00'],
    ['10', 'present', '09:30', '20:30'],
  ];
  for (const [day, state, came, left, late = 0] of days)
    await sql(`insert into attendance (tenant_id, id, user_id, date, state, check_in, check_out, late_min) values
      ('${northstar}', 'a-${day}', '${counsellor.userId}', '2026-11-${day}', '${state}',
       '2026-11-${day}T${came}:00+05:30', '2026-11-${day}T${left}:00+05:30', ${late})`);
  for (const [leave, from, to, half] of [
    ['l-1', '2026-11-12', '2026-11-13', 'none'],
    ['l-2', '2026-11-10', '2026-11-10', 'second'],
    ['l-3', '2026-11-16', '2026-11-16', 'first'],
  ])
    await sql(`insert into leaves (tenant_id, id, user_id, leave_type_id, from_date, to_date, half_day, reason, state) values
      ('${northstar}', '${leave}', '${counsellor.userId}', '${type}', '${from}', '${to}', '${half}', 'Family', 'approved')`);
  await sql(`insert into auth_logs (tenant_id, id, user_id, date, first_login, last_logout, total_seconds, breaks) values
    ('${northstar}', 'w-02', '${counsellor.userId}', '2026-11-02', '2026-11-02T04:00:00Z', '2026-11-02T12:00:00Z', 18000,
     '[{"reason":"Lunch Break","from":"2026-11-02T07:30:00Z","to":"2026-11-02T08:00:00Z"},{"reason":"Tea / Coffee Break","from":"2026-11-02T11:50:00Z"}]')`);
  const month: AttendanceWorld['month'] = async (who, more = '') => {
    const answer = await call(test, who, 'GET', `users/attendance/report?month=2026-11${more}`);
    expect(answer.body).toMatchObject({ code: 200 });
    return answer.body['data'] as AttendanceMonth;
  };
  const world: AttendanceWorld = {
    test,
    ...first,
    type,
    signedIn: async () => void Object.assign(world, await people()),
    sql,
    month,
    mine: async (who = world.counsellor) =>
      (await month(who)).people.find(({ user_id: userId }) => userId === world.counsellor.userId)!,
  };
  return world;
}
