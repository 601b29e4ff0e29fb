import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, call, edit, signIn, type Browser, type TestApp } from '../support/app';

let test: TestApp;
let admin: Browser;
let lead: Browser;
let counsellor: Browser;
let outsider: Browser;
let backoffice: Browser;
let type: string;
beforeAll(async () => {
  test = await build();
  [admin, lead, counsellor, outsider, backoffice] = (await Promise.all(
    ['admin', 'lead', 'counsellor', 'outsider', 'backoffice'].map((name) => signIn(test, `${name}@northstar.example`)),
  )) as [Browser, Browser, Browser, Browser, Browser];
  type = idOf(await call(test, admin, 'POST', 'res/leave-types', { name: 'Casual leave' }));
});
afterAll(() => test.close());

const idOf = (answer: { body: Record<string, unknown> }): string => String(answer.body['id']);
const ask = (who: Browser, from: string, to: string, more: object = {}) =>
  call(test, who, 'POST', 'res/leaves', { leave_type_id: type, from_date: from, to_date: to, reason: 'Family', ...more });
const told = async (who: Browser): Promise<string[]> => {
  const list = await call(test, who, 'GET', `users/notifications?user_id=${who.userId}&page=1&limit=15`);
  return (list.body['data'] as { notifications: { type: string; message: string } }[]).map(
    ({ notifications: one }) => `${one.type}: ${one.message}`,
  );
};

describe('attendance', () => {
  it('shows users their own days, and managers the days of their people', async () => {
    for (const who of [backoffice, counsellor]) await call(test, who, 'POST', 'users/attendance/check-in', {});
    const count = async (who: Browser) =>
      ((await call(test, who, 'GET', 'res/attendance?_end=50')).body as unknown as object[]).length;
    expect(await Promise.all([admin, lead, counsellor, backoffice, outsider].map(count))).toEqual([2, 1, 1, 1, 0]);
    const [row] = (await call(test, counsellor, 'GET', 'res/attendance')).body as unknown as { id: string }[];
    expect((await call(test, outsider, 'GET', `res/attendance/${row!.id}`)).code).toBe(403);
    expect((await call(test, counsellor, 'PATCH', `res/attendance/${row!.id}`, { remark: 'x' })).code).toBe(403);
    const put = await call(test, lead, 'PATCH', `res/attendance/${row!.id}`, {
      check_out: new Date(Date.now() + 60_000).toISOString(),
    });
    expect(put.body).toMatchObject({ state: 'half_day' });
  });
});

describe('leave', () => {
  it('CALL-156 is requested for oneself, reported to the manager, decided once by a manager, and the user is notified', async () => {
    const asked = await ask(counsellor, '2026-12-21', '2026-12-23');
    expect(asked.body).toMatchObject({ user_id: counsellor.userId, state: 'pending', half_day: 'none' });
    const id = idOf(asked);
    expect(await told(lead)).toEqual(['leave: Counsellor Northstar requested leave from 21 Dec 2026 to 23 Dec 2026']);
    const decide = (who: Browser, body: object) => call(test, who, 'PUT', `res/leaves/${id}/decision`, body);
    expect((await decide(counsellor, { status: 'approved' })).code).toBe(403);
    expect((await decide(outsider, { status: 'approved' })).code).toBe(403);
    expect((await decide(lead, { status: 'perhaps' })).code).toBe(422);
    const done = await decide(lead, { status: 'approved', remark: 'Enjoy' });
    expect(done.body).toMatchObject({ id, state: 'approved', decided_by: lead.userId, remark: 'Enjoy' });
    expect((await decide(admin, { status: 'rejected' })).code).toBe(409);
    expect(await told(counsellor)).toEqual(['leave: Lead Northstar approved your leave from 2026-12-21 to 2026-12-23']);
    const days = (await call(test, counsellor, 'GET', 'res/attendance?state=leave&_sort=date&_order=asc')).body as unknown as {
      date: string;
    }[];
    expect(days.map((one) => one.date)).toEqual(['2026-12-21', '2026-12-22', '2026-12-23']);
  });

  it('cannot be requested twice, changed after the decision, or decided by oneself; it can be cancelled', async () => {
    expect((await ask(counsellor, '2026-12-23', '2026-12-24')).code).toBe(409);
    expect((await ask(counsellor, '2026-12-24', '2026-12-23')).body.errors?.[0]?.path).toBe('to_date');
    expect((await ask(counsellor, '2026-12-24', '2026-12-25', { half_day: 'first' })).body.errors?.[0]?.path).toBe('half_day');
    const [own] = (await call(test, counsellor, 'GET', 'res/leaves')).body as unknown as { id: string }[];
    expect((await call(test, counsellor, 'PATCH', `res/leaves/${own!.id}`, { reason: 'Other' })).code).toBe(409);
    const mine = idOf(await ask(lead, '2026-12-28', '2026-12-28'));
    expect((await call(test, lead, 'PUT', `res/leaves/${mine}/decision`, { status: 'approved' })).code).toBe(403);
    expect((await call(test, counsellor, 'PUT', `res/leaves/${mine}/cancel`, {})).code).toBe(403);
    expect((await call(test, counsellor, 'PUT', `res/leaves/${own!.id}/cancel`, {})).body).toMatchObject({ state: 'cancelled' });
    expect((await call(test, counsellor, 'GET', 'res/attendance?state=leave')).body).toEqual([]);
    expect((await ask(counsellor, '2026-12-21', '2026-12-21')).code).toBe(200);
    const races = await Promise.all([1, 2, 3, 4].map(() => ask(outsider, '2026-12-30', '2026-12-31')));
    expect(races.map((one) => one.code).sort()).toEqual([200, 409, 409, 409]);
  });
});

describe('office records', () => {
  it('everyone may read shifts, holidays and leave types, and only role 1 may write them', async () => {
    const shift = await call(test, admin, 'POST', 'res/shifts', { name: 'Day', start_time: '09:30', end_time: '18:30' });
    const id = idOf(shift);
    expect((await call(test, admin, 'POST', 'res/shifts', { name: 'Night', start_time: '24:00', end_time: '6:00' })).code).toBe(
      422,
    );
    expect((await call(test, counsellor, 'GET', `res/shifts/${id}`)).code).toBe(200);
    expect((await call(test, counsellor, 'PATCH', `res/shifts/${id}`, { name: 'Mine' })).code).toBe(403);
    await call(test, admin, 'PATCH', `res/users/${counsellor.userId}`, { shift_id: id });
    expect((await call(test, admin, 'GET', `res/shifts/${id}`)).body).toMatchObject({ user_ids: [counsellor.userId] });
    await edit(test, test.fixture.tenants.northstar, `update users set shift_id = null`);
  });

  it('a finance entry is visible to its user, and moves step by step', async () => {
    const body = { user_id: counsellor.userId, kind: 'incentive', amount: 4500, month: '2026-11' };
    const id = idOf(await call(test, admin, 'POST', 'res/finances', body));
    expect((await call(test, counsellor, 'POST', 'res/finances', body)).code).toBe(403);
    expect((await call(test, counsellor, 'GET', `res/finances/${id}`)).code).toBe(200);
    expect((await call(test, outsider, 'GET', `res/finances/${id}`)).code).toBe(403);
    expect((await call(test, admin, 'POST', 'res/finances', { ...body, month: '2026-13' })).code).toBe(422);
    const move = async (state: string) => (await call(test, admin, 'PATCH', `res/finances/${id}`, { state })).code;
    expect([await move('paid'), await move('approved'), await move('paid'), await move('draft')]).toEqual([409, 200, 200, 409]);
  });
});

describe('a day of work', () => {
  it('PRODUCT-012 CALL-155 refuses a second check-in while open, continues after a check-out, and counts as a half or a whole day', async () => {
    test.clock.set(new Date('2026-12-01T20:00:00Z')); // 01:30 on the 2nd in Pune
    const who = await signIn(test, 'counsellor@northstar.example');
    expect((await call(test, who, 'POST', 'users/attendance/check-out', {})).code).toBe(409);
    const place = { latitude: 18.52, longitude: 73.85, mode: 'remote' };
    const inside = await call(test, who, 'POST', 'users/attendance/check-in', place);
    expect(inside.body).toMatchObject({
      code: 200,
      data: { user_id: who.userId, date: '2026-12-02', state: 'present', mode: 'remote', location: { latitude: 18.52 } },
    });
    expect((await call(test, who, 'POST', 'users/attendance/check-in', {})).code).toBe(409);
    test.clock.add(600);
    const out = await call(test, who, 'POST', 'users/attendance/check-out', {});
    expect(out.body).toMatchObject({ data: { state: 'half_day', check_out: expect.stringMatching(/^2026-12-01T20:10/) } });
    // Checked in again: the same day continues.
    expect((await call(test, who, 'POST', 'users/attendance/check-in', {})).body).toMatchObject({
      data: { check_in: expect.stringMatching(/^2026-12-01T20:00/), check_out: null },
    });
    test.clock.add(5 * 3600);
    const later = await signIn(test, 'counsellor@northstar.example');
    expect((await call(test, later, 'POST', 'users/attendance/check-out', {})).body).toMatchObject({
      data: { state: 'present' },
    });
  });
});
