import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AttendanceDayDetail, AttendanceMonth, TeamToday } from '../../src/schemas/calls/attendance-report';
import { runDueJobs } from '../support/due-jobs';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';

/** Wednesday, 18 November 2026, 16:00 in Pune: Sundays are off, the 9th is a holiday. */
const now = '2026-11-18T10:30:00Z';
let test: TestApp;
let admin: Browser;
let lead: Browser;
let counsellor: Browser;
let outsider: Browser;
let type: string;

beforeAll(async () => {
  test = await build();
  test.clock.set(new Date(now));
  await signedIn();
  const shift = { name: 'Day', start_time: '09:30', end_time: '18:30', weekly_off: ['Sunday'], grace_min: 10, half_day_min: 240 };
  const id = idOf(await call(test, admin, 'POST', 'res/shifts', shift));
  type = idOf(await call(test, admin, 'POST', 'res/leave-types', { name: 'Casual leave', yearly_days: 12, paid: true }));
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
      ('${test.fixture.tenants.northstar}', 'a-${day}', '${counsellor.userId}', '2026-11-${day}', '${state}',
       '2026-11-${day}T${came}:00+05:30', '2026-11-${day}T${left}:00+05:30', ${late})`);
  for (const [leave, from, to, half] of [
    ['l-1', '2026-11-12', '2026-11-13', 'none'],
    ['l-2', '2026-11-10', '2026-11-10', 'second'],
    ['l-3', '2026-11-16', '2026-11-16', 'first'],
  ])
    await sql(`insert into leaves (tenant_id, id, user_id, leave_type_id, from_date, to_date, half_day, reason, state) values
      ('${test.fixture.tenants.northstar}', '${leave}', '${counsellor.userId}', '${type}', '${from}', '${to}', '${half}', 'Family', 'approved')`);
  await sql(`insert into auth_logs (tenant_id, id, user_id, date, first_login, last_logout, total_seconds, breaks) values
    ('${test.fixture.tenants.northstar}', 'w-02', '${counsellor.userId}', '2026-11-02', '2026-11-02T04:00:00Z', '2026-11-02T12:00:00Z', 18000,
     '[{"reason":"Lunch Break","from":"2026-11-02T07:30:00Z","to":"2026-11-02T08:00:00Z"},{"reason":"Tea / Coffee Break","from":"2026-11-02T11:50:00Z"}]')`);
});
afterAll(() => test.close());

const sql = (text: string) => edit(test, test.fixture.tenants.northstar, text);
const idOf = (answer: Answer): string => String(answer.body['id']);
async function signedIn(): Promise<void> {
  [admin, lead, counsellor, outsider] = (await Promise.all(
    ['admin', 'lead', 'counsellor', 'outsider'].map((name) => signIn(test, `${name}@northstar.example`)),
  )) as [Browser, Browser, Browser, Browser];
}
const month = async (who: Browser, more = ''): Promise<AttendanceMonth> => {
  const answer = await call(test, who, 'GET', `users/attendance/report?month=2026-11${more}`);
  expect(answer.body).toMatchObject({ code: 200 });
  return answer.body['data'] as AttendanceMonth;
};
const mine = async (who = counsellor): Promise<AttendanceMonth['people'][number]> =>
  (await month(who)).people.find(({ user_id: id }) => id === counsellor.userId)!;

describe('the month', () => {
  it('ROUTE-069 D-012 gives each day its codes: work first, then leave, holiday, week-off, and absence once the day is over', async () => {
    const { codes } = await mine();
    const text = codes.map((day) => day.join(' '));
    // 1 is a Sunday.
    expect(text.slice(0, 18)).toEqual([
      'WO', 'P', 'P LT', 'P ED', 'H ED', 'A', 'A', 'WO', 'P', 'H L', 'A', 'L', 'L', 'A', 'WO', 'L A', 'A', '',
    ]);
    expect(text.slice(18)).toEqual(['', '', '', 'WO', '', '', '', '', '', '', 'WO', '']);
  });

  it('adds the days up: halves, leave by type, payable days, averages of times, working time, breaks and overtime', async () => {
    const { totals } = await mine();
    expect(totals).toEqual({
      present: 4,
      half: 2,
      absent: 5.5,
      late: 1,
      early: 2,
      leave: { [type]: 3 },
      // those up to today
      week_offs: 3,
      holidays: 0,
      // 4 + half of 2 + 3 days of paid leave + 3 week-offs
      payable: 11,
      avg_in: Math.round((565 + 600 + 570 + 570 + 600 + 570) / 6),
      avg_out: Math.round((1115 + 1110 + 1020 + 720 + 840 + 1230) / 6),
      work_seconds: 18_000,
      // Half an hour of lunch, and ten minutes of tea until the sign-out.
      break_seconds: 2400,
      // 10 min on the 2nd, the four hours on a holiday, and 2 h on the 10th
      overtime_minutes: 10 + 240 + 120,
    });
  });

  it('shows one’s own record to everyone, and their people’s to those who lead them', async () => {
    expect((await month(counsellor)).people.map(({ user_id: id }) => id)).toEqual([counsellor.userId]);
    expect((await month(outsider)).people.map(({ user_id: id }) => id)).toEqual([outsider.userId]);
    const led = (await month(lead)).people.map(({ user_id: id }) => id);
    expect(led).toEqual(expect.arrayContaining([lead.userId, counsellor.userId]));
    expect(led).not.toContain(outsider.userId);
    expect((await month(admin)).count).toBeGreaterThan(led.length);
    expect((await month(outsider, `&user_ids[]=${counsellor.userId}`)).people).toEqual([]);
  });

  it('counts people and days over all pages, and filters by person, team, code and state', async () => {
    const all = await month(admin);
    expect(all.present_by_day[1]).toBe(1);
    expect(all.totals.present).toBe(4);
    const late = await month(admin, '&code=LT');
    expect(late.people.map(({ user_id: id }) => id)).toEqual([counsellor.userId]);
    expect((await month(admin, `&user_ids[]=${counsellor.userId}&user_ids[]=${outsider.userId}`)).count).toBe(2);
    const inactive = await month(admin, '&inactive=true');
    await sql(`update users set status = 0 where id = '${counsellor.userId}'`);
    expect((await month(admin)).count).toBe(all.count - 1);
    expect((await month(admin, '&inactive=true')).count).toBe(inactive.count);
    // Whoever has left is not absent after their last day.
    const left = (await month(admin, '&inactive=true')).people.find(({ user_id: id }) => id === counsellor.userId)!;
    expect(left.codes.slice(10, 18).map((day) => day.join(' '))).toEqual(['', 'L', 'L', '', '', 'L', '', '']);
    await sql(`update users set status = 1 where id = '${counsellor.userId}'`);
    await signedIn();
  });

  it('refuses a month that is none, and names the field', async () => {
    for (const bad of ['2026-13', '2026', 'November', ''])
      expect((await call(test, admin, 'GET', `users/attendance/report?month=${bad}`)).body).toMatchObject({
        code: 422,
        errors: [{ path: 'month' }],
      });
  });

  it('opens a day: times, breaks, idle time, what was done', async () => {
    const day = async (who: Browser, date: string): Promise<Answer> =>
      call(test, who, 'GET', `users/attendance/day?user_id=${counsellor.userId}&date=${date}`);
    const open = (await day(lead, '2026-11-02')).body['data'] as AttendanceDayDetail;
    expect(open).toMatchObject({
      codes: ['P'],
      shift: { name: 'Day', start: '09:30', end: '18:30' },
      work_seconds: 18_000,
      break_seconds: 2400,
      // 8 h between sign-in and sign-out, less 5 h of work and 40 min of breaks
      idle_seconds: 8 * 3600 - 18_000 - 2400,
      overtime_minutes: 10,
      calls: { dialled: 0, connected: 0, answered: 0, talk_seconds: 0 },
    });
    expect(open.breaks.map(({ reason, seconds }) => [reason, seconds])).toEqual([
      ['Lunch Break', 1800],
      ['Tea / Coffee Break', 600],
    ]);
    expect((await day(lead, '2026-11-12')).body['data']).toMatchObject({ codes: ['L'], note: 'Casual leave' });
    expect((await day(outsider, '2026-11-02')).code).toBe(403);
    expect((await day(lead, '2026-11-31')).code).toBe(422);
  });

  it('leaves as CSV with a total row', async () => {
    const made = await call(test, lead, 'POST', 'users/attendance/report/export', { format: 'csv', month: '2026-11' });
    expect(made.code).toBe(200);
    const { export_id: id } = made.body['data'] as { export_id: string };
    await runDueJobs(test);
    const { url } = (await call(test, lead, 'GET', `exports/${id}`)).body['data'] as { url: string };
    const lines = (await call(test, lead, 'GET', url.replace('/api/', ''))).text.replace('\uFEFF', '').trim().split('\r\n');
    expect(lines[0]).toContain('Employee code,Name,1 Sun,2 Mon');
    expect(lines[0]).toContain('Casual leave,Week-offs,Holidays,Payable days');
    expect(lines.some((line) => line.includes('Counsellor Northstar,WO,P,P LT,P ED,H ED'))).toBe(true);
    expect(lines.filter((line) => line.startsWith(',Total,'))).toHaveLength(1);
  });
});

describe('today', () => {
  it('says who is in, on a break, on leave, absent or off', async () => {
    const team = async (): Promise<Record<string, string>> => {
      const { people } = (await call(test, lead, 'GET', 'users/attendance/today')).body['data'] as TeamToday;
      return Object.fromEntries(people.map(({ user_id: id, presence }) => [id, presence]));
    };
    expect((await team())[counsellor.userId!]).toBe('absent');
    await call(test, counsellor, 'POST', 'users/attendance/check-in', {});
    expect((await team())[counsellor.userId!]).toBe('in');
    await call(test, counsellor, 'POST', 'users/break', { status: 1, reason: 'Lunch Break' });
    expect((await team())[counsellor.userId!]).toBe('break');
    await call(test, counsellor, 'POST', 'users/break', { status: 0 });
    await call(test, counsellor, 'POST', 'users/attendance/check-out', {});
    expect((await team())[counsellor.userId!]).toBe('out');
    expect((await team())[outsider.userId!]).toBeUndefined();
    const opened = await call(test, lead, 'GET', `users/attendance/day?user_id=${counsellor.userId}&date=2026-11-18`);
    expect((opened.body['data'] as AttendanceDayDetail).times.map(({ what }) => what)).toEqual(['in', 'out']);
  });
});

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
    expect((await call(test, counsellor, 'PUT', `res/attendance-corrections/${id}/cancel`, {})).body).toMatchObject({ state: 'cancelled' });
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
      call(test, counsellor, 'POST', 'res/attendance-corrections', { date: '2026-11-13', check_in: '2026-11-13T04:00:00Z', reason: 'x' }),
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
