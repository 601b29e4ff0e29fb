import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AttendanceDayDetail, TeamToday } from '../../src/schemas/calls/attendance-report';
import { runDueJobs } from '../support/due-jobs';
import { call, type Answer, type Browser, type TestApp } from '../support/app';
import { makeAttendanceWorld, type AttendanceWorld } from './attendance-world';

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

describe('the month', () => {
  it('ROUTE-069 D-012 gives each day its codes: work first, then leave, holiday, week-off, and absence once the day is over', async () => {
    const { codes } = await mine();
    const text = codes.map((day) => day.join(' '));
    // 1 is a Sunday.
    expect(text.slice(0, 18)).toEqual([
      'WO',
      'P',
      'P LT',
      'P ED',
      'H ED',
      'A',
      'A',
      'WO',
      'P',
      'H L',
      'A',
      'L',
      'L',
      'A',
      'WO',
      'L A',
      'A',
      '',
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
    expect((await day(outsider, '2026-11-02')).code).toBe(404);
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

describe('the spreadsheet', () => {
  it('has the filters on a second sheet', async () => {
    const body = { format: 'xlsx', month: '2026-11', code: 'LT', user_ids: [counsellor.userId] };
    const made = await call(test, lead, 'POST', 'users/attendance/report/export', body);
    const { export_id: id } = made.body['data'] as { export_id: string };
    await runDueJobs(test);
    const { url, rows } = (await call(test, lead, 'GET', `exports/${id}`)).body['data'] as { url: string; rows: number };
    expect(rows).toBe(2); // the counsellor and the total
    const file = await test.app.inject({ url, cookies: Object.fromEntries(lead.cookies) });
    expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK');
    expect(file.rawPayload.includes('xl/worksheets/sheet2.xml')).toBe(true);
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
