import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';

let test: TestApp;
let who: Browser;
let admin: Browser;
beforeAll(async () => {
  test = await build();
  test.clock.set(new Date('2026-11-20T06:00:00Z')); // 11:30 in Pune
  who = await signIn(test, 'counsellor@northstar.example');
  admin = await signIn(test, 'admin@northstar.example');
});
afterAll(() => test.close());

interface Day {
  date: string;
  total_seconds: number;
  breaks: { reason: string; from: string; to?: string }[] | null;
}
const report = (totalSeconds: unknown, ref?: string): Promise<Answer> =>
  call(test, who, 'POST', 'users/time-spent', { totalSeconds, ...(ref ? { client_ref: ref } : {}) });
const todayOf = (answer: Answer): number => (answer.body['data'] as { today_seconds: number }).today_seconds;
/** The clock keeps running during the test. */
function about(seconds: number, expected: number): void {
  expect(seconds).toBeGreaterThanOrEqual(expected);
  expect(seconds).toBeLessThan(expected + 30);
}
const days = async (asker = who): Promise<Day[]> =>
  ((await call(test, asker, 'GET', `res/auth-logs?user_id=${who.userId}`)).body as unknown as Day[]).map(
    ({ date, total_seconds, breaks }) => ({ date, total_seconds, breaks }),
  );
/** Advances the clock without letting the token expire. */
async function later(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 600) {
    test.clock.add(Math.min(left, 600));
    for (const one of [who, admin]) one.token = await renewed(one);
  }
}
async function renewed(browser: Browser): Promise<string> {
  const { data } = (await call(test, browser, 'POST', 'users/refresh', {})).body as { data: { token: string } };
  return data.token;
}

describe('working time', () => {
  it('TIMER-012 the accepted seconds of a user and day add up to the total on the authentication time page', async () => {
    await later(400);
    expect(todayOf(await report(360))).toBe(360);
    await later(400);
    expect(todayOf(await report(350, 'a'))).toBe(710);
    for (const asker of [who, admin]) expect(await days(asker)).toMatchObject([{ date: '2026-11-20', total_seconds: 710 }]);
  });

  it('TIMER-013 D-074 a report must have whole seconds from 1 to 86400', async () => {
    for (const bad of [0, -1, 86401, 1.5, '60', null, undefined, 1e308]) {
      const answer = await report(bad);
      expect({ bad, code: answer.code }).toEqual({ bad, code: 422 });
    }
    expect(await days()).toMatchObject([{ total_seconds: 710 }]);
  });

  it('TIMER-013 D-074 a report is capped at the time since the last accepted one plus 60 s', async () => {
    await later(100);
    about(todayOf(await report(86400)), 710 + 160);
    about(todayOf(await report(86400)), 710 + 160 + 60);
  });

  it('D-074 a report repeated after a lost reply counts once, its additional seconds count too, and later reports still work', async () => {
    await later(300);
    const first = todayOf(await report(200, 'lost'));
    expect(todayOf(await report(200, 'lost'))).toBe(first);
    await later(50);
    const more = await report(240, 'lost');
    expect(more.code).toBe(200);
    expect(todayOf(more)).toBe(first + 40);
    await later(50);
    expect(todayOf(await report(30, 'next'))).toBe(first + 70);
  });

  it('the total of the day is the same for every browser of the user, and reaches the others at once', async () => {
    const told: unknown[] = [];
    test.store.onCommit((committed) => told.push(...committed.userEvents));
    await later(50);
    const total = todayOf(await report(20, 'mine'));
    const body = { day: '2026-11-20', today_seconds: total };
    expect(told).toEqual([{ userId: who.userId, event: 'work_time', body: { ...body, client_ref: 'mine' } }]);
    const second = await signIn(test, 'counsellor@northstar.example');
    expect((await call(test, second, 'GET', 'users/time-today')).body['data']).toEqual(body);
    expect((await call(test, admin, 'GET', 'users/time-today')).body['data']).toMatchObject({ today_seconds: 0 });
  });

  it('D-055 time worked before midnight belongs to the previous day', async () => {
    const [{ total_seconds: total }] = (await days()) as [Day];
    test.clock.set(new Date('2026-11-20T18:35:00Z')); // five past midnight
    Object.assign(who, await signIn(test, 'counsellor@northstar.example'));
    Object.assign(admin, await signIn(test, 'admin@northstar.example'));
    about(todayOf(await report(900)), 300);
    const [today, before] = await days();
    expect(today!.date).toBe('2026-11-21');
    expect(today!.total_seconds + before!.total_seconds).toBe(total + 900);
    about(today!.total_seconds, 300);
  });
});

describe('breaks', () => {
  const takeBreak = (status: unknown, reason?: unknown): Promise<Answer> =>
    call(test, who, 'POST', 'users/break', { status, ...(reason === undefined ? {} : { reason }) });

  it('BREAK-012 a break without a reason is refused and nothing is stored', async () => {
    for (const reason of [undefined, '', '   ']) expect((await takeBreak(1, reason)).code).toBe(422);
    for (const status of [2, '1', null, undefined]) expect((await takeBreak(status, 'Lunch Break')).code).toBe(422);
    expect((await days())[0]!.breaks ?? []).toEqual([]);
  });

  it('the start and end of a break reach the user’s other browsers', async () => {
    const told: unknown[] = [];
    test.store.onCommit((committed) => told.push(...committed.userEvents));
    await takeBreak(1, ' Lunch Break ');
    await takeBreak(0);
    const since = expect.stringMatching(/Z$/) as string;
    expect(told).toEqual([
      { userId: who.userId, event: 'user_status', body: { user_status: 1, on_break: { since, reason: 'Lunch Break' } } },
      { userId: who.userId, event: 'user_status', body: { user_status: 0, on_break: null } },
    ]);
    await edit(test, test.fixture.tenants.northstar, `update auth_logs set breaks = null`);
  });

  it('BREAK-013 start, end and reason of each break are stored and shown', async () => {
    const at = (): string => test.services.now().toISOString().slice(0, 16);
    const status = async (): Promise<unknown> =>
      ((await call(test, who, 'GET', 'users/me')).body['data'] as { user_status: number }).user_status;
    const lunch = at();
    expect(await takeBreak(1, 'Lunch Break')).toMatchObject({ code: 200, body: { message: 'Your break has started.' } });
    expect(await status()).toBe(1);
    await later(1200);
    const tea = at();
    await takeBreak(1, 'Tea / Coffee Break');
    await later(300);
    const end = at();
    expect(await takeBreak(0)).toMatchObject({ code: 200, body: { message: 'You are online.' } });
    await takeBreak(0);
    expect(await status()).toBe(0);
    const [today] = await days(admin);
    expect(today!.breaks!.map((one) => ({ ...one, from: one.from.slice(0, 16), to: one.to?.slice(0, 16) }))).toEqual([
      { reason: 'Lunch Break', from: lunch, to: tea },
      { reason: 'Tea / Coffee Break', from: tea, to: end },
    ]);
  });
});
