import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuthTime, TeamSessions } from '../../src/schemas/calls/auth-time';
import { runDueJobs } from '../support/due-jobs';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';

let test: TestApp;
let admin: Browser;
let lead: Browser;
let counsellor: Browser;
let outsider: Browser;
beforeAll(async () => {
  test = await build();
  test.clock.set(new Date('2026-11-20T04:30:00Z')); // 10:00 in Pune
  [admin, lead, counsellor, outsider] = (await Promise.all(
    ['admin', 'lead', 'counsellor', 'outsider'].map((name) => signIn(test, `${name}@northstar.example`)),
  )) as [Browser, Browser, Browser, Browser];
});
afterAll(() => test.close());

let second: Browser | undefined;
const everyone = (): Browser[] => [admin, lead, counsellor, outsider, ...(second ? [second] : [])];
/** Moves the clock without letting the tokens expire. */
async function later(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 600) {
    test.clock.add(Math.min(left, 600));
    for (const one of everyone())
      one.token = ((await call(test, one, 'POST', 'users/refresh', {})).body as { data: { token: string } }).data.token;
  }
}
const read = async (who: Browser, more = ''): Promise<AuthTime> => {
  const answer = await call(test, who, 'GET', `users/auth-time?from=2026-11-20&to=2026-11-20${more}`);
  expect(answer.body).toMatchObject({ code: 200 });
  return answer.body['data'] as AuthTime;
};
const rowOf = async (who = lead) => (await read(who)).rows.find(({ user_id: id }) => id === counsellor.userId)!;
const about = (seconds: number | null, expected: number): void => {
  expect(seconds).toBeGreaterThanOrEqual(expected - 5);
  expect(seconds).toBeLessThan(expected + 60);
};

describe('auth time spent', () => {
  it('TIMER-012 BREAK-013 shows what the timer counted, breaks by reason, idle time and how sign-ins ended', async () => {
    second = await signIn(test, 'counsellor@northstar.example');
    await later(1800);
    for (const totalSeconds of [900, 500]) {
      await call(test, counsellor, 'POST', 'users/time-spent', { totalSeconds });
      await later(600);
    }
    await call(test, counsellor, 'POST', 'users/break', { status: 1, reason: 'Lunch Break' });
    await later(1200);
    await call(test, counsellor, 'POST', 'users/break', { status: 1, reason: 'Tea / Coffee Break' });
    await later(600);
    await call(test, counsellor, 'POST', 'users/break', { status: 0 });
    await later(600);
    const open = await rowOf();
    expect(open).toMatchObject({ date: '2026-11-20', work_seconds: 1400, sessions: 2, by_user: 0, forced: 0, expired: 0 });
    const [lunch, tea] = open.breaks;
    expect([lunch!.reason, tea!.reason]).toEqual(['Lunch Break', 'Tea / Coffee Break']);
    about(lunch!.seconds, 1200);
    about(tea!.seconds, 600);
    about(open.break_seconds, 1800);
    expect(open.signed_out).toBe(false);

    await call(test, second, 'POST', 'users/auth-log', { by_user: true });
    second = undefined;
    const closed = await rowOf();
    expect(closed).toMatchObject({ by_user: 1, signed_out: true });
    const seen = (Date.parse(closed.last_seen!) - Date.parse(closed.first_login!)) / 1000;
    about(closed.idle_seconds, seen - 1400 - 1800);
  });

  it('shows one’s own days to everyone and their people’s to those who lead them, with totals of all of them', async () => {
    expect((await read(counsellor)).rows.map(({ user_id: id }) => id)).toEqual([counsellor.userId]);
    expect((await read(outsider)).rows.map(({ user_id: id }) => id)).toEqual([outsider.userId]);
    const all = await read(admin);
    expect(all.count).toBe(4);
    expect(all.totals.work_seconds).toBe(1400);
    expect(all.totals.sessions).toBe(5);
    expect((await read(admin, `&user_ids[]=${outsider.userId}`)).totals.work_seconds).toBe(0);
    expect((await read(lead)).rows.map(({ user_id: id }) => id)).not.toContain(outsider.userId);
  });

  it('refuses days in the wrong order or that are none, and names the field', async () => {
    const asked = (from: string, to: string): Promise<Answer> =>
      call(test, admin, 'GET', `users/auth-time?from=${from}&to=${to}`);
    expect((await asked('2026-11-20', '2026-11-19')).body).toMatchObject({
      code: 422,
      errors: [{ path: 'to', message: 'To must not be before From' }],
    });
    expect((await asked('2026-02-30', '2026-11-19')).body.errors?.[0]?.path).toBe('from');
    expect((await asked('2016-01-01', '2026-11-20')).body).toMatchObject({ code: 200, data: { count: 4 } });
    expect((await asked('2030-01-01', '2030-01-02')).body).toMatchObject({ code: 200, data: { count: 0, rows: [] } });
  });

  it('leaves as a file with the same rows, which its owner can delete', async () => {
    const made = await call(test, lead, 'POST', 'users/auth-time/export', {
      format: 'csv',
      from: '2026-11-20',
      to: '2026-11-20',
    });
    const { export_id: id } = made.body['data'] as { export_id: string };
    expect((await call(test, lead, 'DELETE', `exports/${id}`)).code).toBe(409);
    await runDueJobs(test);
    const { url, ready_at: ready } = (await call(test, lead, 'GET', `exports/${id}`)).body['data'] as {
      url: string;
      ready_at: string;
    };
    expect(ready).toBeTruthy();
    const lines = (await call(test, lead, 'GET', url.replace('/api/', ''))).text.replace('\uFEFF', '').trim().split('\r\n');
    expect(lines).toHaveLength((await read(lead)).count + 1);
    expect(lines.find((line) => line.includes('Counsellor Northstar'))).toContain(
      '2026-11-20,Counsellor Northstar,2026-11-20 10:0',
    );
    expect((await call(test, admin, 'DELETE', `exports/${id}`)).code).toBe(404);
    expect((await call(test, lead, 'DELETE', `exports/${id}`)).code).toBe(200);
    expect((await call(test, lead, 'GET', `exports/${id}`)).code).toBe(404);
    expect((await call(test, lead, 'GET', url.replace('/api/', ''))).code).toBe(404);
  });
});

describe('sessions', () => {
  const sessions = async (who: Browser): Promise<TeamSessions> =>
    (await call(test, who, 'GET', 'users/team-sessions')).body['data'] as TeamSessions;
  const end = (who: Browser, id: string): Promise<Answer> => call(test, who, 'POST', `users/team-sessions/${id}/end`, {});

  it('are those of oneself and one’s people; ended by a manager they count as forced', async () => {
    expect((await sessions(counsellor)).rows.map(({ current }) => current)).toEqual([true]);
    const seen = (await sessions(lead)).rows;
    const theirs = seen.find(({ user_id: id }) => id === counsellor.userId)!;
    const own = seen.find(({ current }) => current)!;
    expect(seen.some(({ user_id: id }) => id === outsider.userId)).toBe(false);
    expect((await end(outsider, theirs.id)).code).toBe(404);
    expect((await end(lead, own.id)).code).toBe(409);
    expect(await end(lead, theirs.id)).toMatchObject({
      code: 200,
      body: { message: 'Counsellor Northstar is signed out of that device.' },
    });
    expect((await call(test, counsellor, 'GET', 'users/me')).code).toBe(401);
    expect((await end(lead, theirs.id)).code).toBe(404);
    expect(await rowOf()).toMatchObject({ forced: 1, by_user: 1 });
  });

  it('of an administrator are ended by another administrator only, and expire after twelve hours', async () => {
    const { tenants, users } = test.fixture;
    await edit(
      test,
      tenants.northstar,
      `update users set role = 2, reports_to = null where id = '${users['manager@northstar.example']}'`,
    );
    const manager = await signIn(test, 'manager@northstar.example');
    const boss = (await sessions(admin)).rows.find(({ current }) => current)!;
    const answer = await end(manager, boss.id);
    expect([403, 404]).toContain(answer.code);
    test.clock.add(13 * 3600);
    admin = await signIn(test, 'admin@northstar.example');
    const row = (await read(admin)).rows.find(({ user_id: id }) => id === outsider.userId)!;
    expect(row).toMatchObject({ sessions: 1, expired: 1, forced: 0, by_user: 0 });
  });
});
