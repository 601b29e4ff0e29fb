import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, type Answer, type Browser, type TestApp } from '../support/app';
import { idOf, makeAttendanceWorld, type AttendanceWorld } from './attendance-world';

let world: AttendanceWorld;
let test: TestApp;
let type: string;
let admin: Browser;
let lead: Browser;
let counsellor: Browser;
let outsider: Browser;
beforeAll(async () => {
  world = await makeAttendanceWorld();
  ({ test, type } = world);
});
// Some tests sign everyone in again.
beforeEach(() => ({ admin, lead, counsellor, outsider } = world));
afterAll(() => test.close());
const { sql, month, mine, signedIn } = {
  sql: (text: string) => world.sql(text),
  month: (who: Browser, more?: string) => world.month(who, more),
  mine: () => world.mine(),
  signedIn: async () => {
    await world.signedIn();
    ({ admin, lead, counsellor, outsider } = world);
  },
};

describe('corrections', () => {
  const ask = (who: Browser, day: string, more: object = {}): Promise<Answer> =>
    call(test, who, 'POST', 'res/attendance-corrections', {
      date: `2026-11-${day}`,
      check_in: `2026-11-${day}T04:00:00Z`,
      check_out: `2026-11-${day}T13:00:00Z`,
      reason: 'The office was without power',
      ...more,
    });
  const decide = (who: Browser, body: object): Promise<Answer> =>
    call(test, who, 'POST', 'users/attendance/corrections/decision', body);

  it('are asked for one’s own past day, once, and reported to the manager', async () => {
    const asked = await ask(counsellor, '06');
    expect(asked.body).toMatchObject({ user_id: counsellor.userId, state: 'pending' });
    expect((await ask(counsellor, '06')).code).toBe(409);
    expect((await ask(counsellor, '19')).body.errors?.[0]?.path).toBe('date');
    expect((await ask(counsellor, '07', { check_in: '2026-11-05T04:00:00Z' })).body.errors?.[0]?.path).toBe('check_in');
    expect((await ask(counsellor, '07', { check_in: null, check_out: null })).body.errors?.[0]?.path).toBe('check_in');
    expect((await ask(counsellor, '07', { check_out: '2026-11-09T13:00:00Z' })).body.errors?.[0]?.path).toBe('check_out');
    const list = await call(test, lead, 'GET', `users/notifications?user_id=${lead.userId}&page=1&limit=15`);
    expect((list.body['data'] as { notifications: object }[])[0]!.notifications).toMatchObject({
      type: 'attendance_correction',
      message: 'Counsellor Northstar asked to correct the attendance of 6 Nov 2026',
    });
  });

  it('change the day when a manager approves them, many at once; what cannot be decided is named', async () => {
    const first = (await call(test, counsellor, 'GET', 'res/attendance-corrections')).body as unknown as { id: string }[];
    const second = idOf(await ask(counsellor, '07', { check_out: null }));
    const own = idOf(await ask(lead, '06'));
    expect((await decide(counsellor, { ids: [second], status: 'approved' })).code).toBe(403);
    const foreign = await decide(outsider, { ids: [second], status: 'approved' });
    expect(foreign.code === 403 || (foreign.body['data'] as { done: number }).done === 0).toBe(true);
    const done = await decide(lead, { ids: [first[0]!.id, second, own], status: 'approved', remark: 'Known' });
    expect(done.body['data']).toEqual({ done: 2, skipped: [{ id: own, reason: expect.any(String) as string }] });
    const { codes } = await mine();
    expect([codes[5], codes[6]]).toEqual([['P'], ['P']]);
    expect((await decide(lead, { ids: [second], status: 'rejected' })).body['data']).toMatchObject({ done: 0 });
    const told = await call(test, counsellor, 'GET', `users/notifications?user_id=${counsellor.userId}&page=1&limit=15`);
    expect(JSON.stringify(told.body)).toContain('Lead Northstar approved your correction of 6 Nov 2026');
  });

  it('can be taken back by the person who asked, until they are decided', async () => {
    const id = idOf(await ask(counsellor, '11'));
    expect((await call(test, lead, 'PUT', `res/attendance-corrections/${id}/cancel`, {})).code).toBe(403);
    expect((await call(test, counsellor, 'PUT', `res/attendance-corrections/${id}/cancel`, {})).body).toMatchObject({
      state: 'cancelled',
    });
    expect((await call(test, lead, 'PUT', `res/attendance-corrections/${id}/decision`, { status: 'approved' })).code).toBe(409);
  });
});

describe('a locked month', () => {
  it('refuses every change of its attendance, keeps its figures, and is opened by role 1 alone, in the audit trail', async () => {
    const waiting = await call(test, counsellor, 'POST', 'res/attendance-corrections', {
      date: '2026-11-17',
      check_in: '2026-11-17T04:00:00Z',
      reason: 'Forgot',
    });
    expect((await call(test, admin, 'POST', 'res/attendance-locks', { month: '2026-11' })).body.errors?.[0]?.path).toBe('month');
    test.clock.set(new Date('2026-12-03T06:00:00Z'));
    await signedIn();
    const before = await mine();
    expect((await call(test, lead, 'POST', 'res/attendance-locks', { month: '2026-11' })).code).toBe(403);
    const lock = idOf(await call(test, admin, 'POST', 'res/attendance-locks', { month: '2026-11' }));
    expect((await month(counsellor)).lock).toMatchObject({ id: lock, by: 'Admin Northstar' });

    const sentence = 'Nov 2026 is locked, so its attendance cannot be changed. Ask an administrator to unlock the month.';
    const refused = async (answer: Promise<Answer>): Promise<void> => {
      expect((await answer).body).toMatchObject({ code: 409, message: sentence });
    };
    await refused(call(test, lead, 'PATCH', 'res/attendance/a-03', { check_in: '2026-11-03T04:00:00Z' }));
    await refused(
      call(test, counsellor, 'POST', 'res/attendance-corrections', {
        date: '2026-11-13',
        check_in: '2026-11-13T04:00:00Z',
        reason: 'x',
      }),
    );
    await refused(call(test, lead, 'PUT', `res/attendance-corrections/${idOf(waiting)}/decision`, { status: 'approved' }));
    await refused(call(test, admin, 'POST', 'res/holidays', { name: 'Late idea', date: '2026-11-20' }));
    const leave = { leave_type_id: type, from_date: '2026-11-30', to_date: '2026-12-04', reason: 'Family' };
    const asked = idOf(await call(test, counsellor, 'POST', 'res/leaves', leave));
    await refused(call(test, lead, 'PUT', `res/leaves/${asked}/decision`, { status: 'approved' }));

    // Another shift changes what is late and off from now on, not what payroll has read.
    const night = { name: 'Night', start_time: '20:00', end_time: '04:00', weekly_off: ['Friday'] };
    const shift = idOf(await call(test, admin, 'POST', 'res/shifts', night));
    await sql(`update users set shift_id = '${shift}' where id = '${counsellor.userId}'`);
    expect(await mine()).toEqual(before);

    expect((await call(test, lead, 'DELETE', `res/attendance-locks/${lock}`)).code).toBe(403);
    expect((await call(test, admin, 'DELETE', `res/attendance-locks/${lock}`)).code).toBe(200);
    expect((await mine()).codes).not.toEqual(before.codes);
    expect((await month(admin)).lock).toBeNull();
    const trail = await call(test, admin, 'GET', 'getTimeline?table=attendance_locks&startDate=2020-01-01&endDate=2030-01-01');
    const entries = (trail.body['data'] as { entries: { property: string }[] }[]).flatMap((day) => day.entries);
    expect(entries.map(({ property }) => property).sort()).toEqual(['Created', 'Deleted']);
    expect((await call(test, lead, 'PATCH', 'res/attendance/a-03', { check_in: '2026-11-03T04:00:00Z' })).code).toBe(200);
  });
});
