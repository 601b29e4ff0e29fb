import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queueDueReports, nextSlot } from '../../server/reports/schedule-slots';
import type { ShownSchedule } from '../../src/schemas/calls/report-schedules';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { runDueJobs } from '../support/due-jobs';
import { reachableDatabases } from '../support/postgres';
import { form } from '../server/tenant-world';
import { History } from './history';

const day = '2027-03-02';
const at = (time: string, on = day): Date => new Date(`${on}T${time}:00+05:30`);

describe.each(await reachableDatabases())('scheduled reports, $name', (database) => {
  let test: TestApp;
  let admin: Browser;
  let manager: Browser;
  let counsellor: Browser;
  let tenant: string;
  beforeAll(async () => {
    test = await build({ store: await database.fresh() });
    tenant = test.fixture.tenants.northstar;
    await move('10:00');
    const history = new History(test.store, tenant);
    const mine = await history.capture(at('08:00').toISOString());
    await history.assign(mine, counsellor.userId!, at('08:05').toISOString());
    const other = await history.capture(at('08:10').toISOString());
    await history.assign(other, test.fixture.users['outsider@northstar.example']!, at('08:15').toISOString());
    await codes(4, [1, 6]);
    await move('10:02');
  });
  afterAll(() => test.close());

  /** To that moment, at which everyone signs in again. */
  async function move(time: string, on = day): Promise<void> {
    test.clock.set(at(time, on));
    admin = await signIn(test, 'admin@northstar.example');
    manager = await signIn(test, 'manager@northstar.example');
    counsellor = await signIn(test, 'counsellor@northstar.example');
  }

  /** What a role has of the report. */
  const codes = (role: number, level: readonly number[]): Promise<unknown> =>
    edit(
      test,
      tenant,
      `update "users_roles" set "permissions" = '${JSON.stringify([
        { code: 'LEADS', level: [1, 2, 3, 6] },
        { code: 'Counsellor_Productivity_Report', level },
      ])}' where "tenant_id" = '${tenant}' and "role" = ${role}`,
    );
  const add = (who: Browser, more: object = {}): Promise<Answer> =>
    call(test, who, 'POST', 'report-schedules', {
      report: 'user-productivity',
      name: 'Morning numbers',
      range: 'yesterday',
      frequency: 'daily',
      hour: 9,
      address: 'rows=user',
      user_ids: [admin.userId, counsellor.userId],
      ...more,
    });
  const listed = async (who: Browser): Promise<ShownSchedule[]> =>
    (await call(test, who, 'GET', 'report-schedules')).body['data'] as ShownSchedule[];
  const mails = async (): Promise<{ to: string; subject: string; body: string }[]> =>
    (await test.store.admin(
      `select "to", "subject", "body" from "outbox_messages" where "channel" = 'email' and "subject" like 'Morning%' order by "id"`,
    )) as unknown as { to: string; subject: string; body: string }[];
  const idOf = (answer: Answer): string => {
    expect(answer.text.slice(0, 200)).toContain('"code":200');
    return (answer.body['data'] as { id: string }).id;
  };

  it('sends each recipient the numbers of their own scope, once per slot', async () => {
    const id = idOf(await add(admin));
    await queueDueReports(test.services);
    expect(await mails()).toEqual([]); // the slot of this morning has passed
    await move('09:00', '2027-03-03');
    await queueDueReports(test.services);
    await queueDueReports(test.services); // a second process
    await runDueJobs(test);
    const sent = await mails();
    expect(sent.map(({ to }) => to)).toEqual(['admin@northstar.example', 'counsellor@northstar.example']);
    expect(sent[0]!.subject).toBe('Morning numbers: User Productivity Report, 2 Mar 2027');
    const total = (body: string): string | undefined => /<b>Total<\/b><\/td><td align="right">(\d+)</.exec(body)?.[1];
    expect(sent.map(({ body }) => total(body))).toEqual(['2', '1']);
    expect(sent[1]!.body).not.toContain('Outsider');
    expect(sent[0]!.body).toContain('/quick-report?rows=user&amp;from=2027-03-02&amp;to=2027-03-02');
    const [shown] = await listed(counsellor);
    expect(shown).toMatchObject({ id, last_result: 'Sent to 2 people.', failed: false, mine: false });
    expect(new Date(shown!.next_at!).toISOString()).toBe(at('09:00', '2027-03-04').toISOString());
  });

  it('a job that is started again sends nothing twice', async () => {
    await edit(test, tenant, `update "jobs" set "state" = 'queued', "finished_at" = null where "kind" = 'scheduled-report'`);
    await runDueJobs(test);
    expect(await mails()).toHaveLength(2);
  });

  it('checks rights when it is sent, and says who was left out', async () => {
    await codes(4, []);
    await move('09:00', '2027-03-04');
    await queueDueReports(test.services);
    await runDueJobs(test);
    expect((await mails()).slice(2).map(({ to }) => to)).toEqual(['admin@northstar.example']);
    expect((await listed(admin))[0]).toMatchObject({
      last_result: 'Sent to 1 person. Counsellor Northstar may no longer see this report.',
      failed: false,
    });
    await codes(4, [1, 6]);
  });

  it('paused it sends nothing and makes up for nothing; deleted it is gone', async () => {
    const { id } = (await listed(admin))[0]!;
    expect((await call(test, counsellor, 'PATCH', `report-schedules?id=${id}`, { status: 0 })).code).toBe(403);
    expect((await call(test, admin, 'PATCH', `report-schedules?id=${id}`, { status: 0 })).code).toBe(200);
    const before = (await mails()).length;
    await move('12:00', '2027-03-06');
    await queueDueReports(test.services);
    await runDueJobs(test);
    expect((await call(test, admin, 'PATCH', `report-schedules?id=${id}`, { status: 1 })).code).toBe(200);
    await queueDueReports(test.services);
    await runDueJobs(test);
    expect(await mails()).toHaveLength(before);
    expect((await call(test, admin, 'DELETE', `report-schedules?id=${id}`, {})).code).toBe(200);
    expect(await listed(admin)).toEqual([]);
  });

  it('stops, and says so, when its author may no longer export the report', async () => {
    await codes(2, [1, 5, 6]);
    await move('10:00', '2027-03-08');
    idOf(await add(manager, { user_ids: [manager.userId] }));
    await codes(2, [1, 6]);
    await move('09:00', '2027-03-09');
    const before = (await mails()).length;
    await queueDueReports(test.services);
    await runDueJobs(test);
    expect(await mails()).toHaveLength(before);
    expect((await listed(admin))[0]).toMatchObject({
      status: 0,
      failed: true,
      last_result: 'Stopped: Its author may no longer export this report.',
    });
    const { id } = (await listed(admin))[0]!;
    const resume = (): Promise<Answer> => call(test, admin, 'PATCH', `report-schedules?id=${id}`, { status: 1 });
    expect((await resume()).body).toMatchObject({
      code: 409,
      message: 'Its author may no longer export this report. Schedule the report again in your own name.',
    });
    await codes(2, [1, 5, 6]);
    expect((await resume()).code).toBe(200);
    expect((await call(test, admin, 'DELETE', `report-schedules?id=${id}`, {})).code).toBe(200);
  });

  it('keeps its hour when the organisation moves to another time zone', async () => {
    await move('10:00', '2027-03-10');
    const id = idOf(await add(admin));
    const zone = (timezone: string): Promise<Answer> =>
      call(test, admin, 'PUT', `update_tenant/${tenant}`, { ...form, estd_year: 2009, timezone });
    const next = async (): Promise<string> =>
      new Date((await listed(admin)).find((one) => one.id === id)!.next_at!).toISOString();
    expect(await next()).toBe('2027-03-11T03:30:00.000Z');
    expect((await zone('Europe/London')).text).toContain('"code":200');
    expect(await next()).toBe('2027-03-10T09:00:00.000Z');
    await queueDueReports(test.services);
    expect((await zone('Asia/Kolkata')).code).toBe(200);
    expect(await next()).toBe('2027-03-11T03:30:00.000Z');
    expect((await call(test, admin, 'DELETE', `report-schedules?id=${id}`, {})).code).toBe(200);
  });

  it('sent late, it has the days of its slot; of several slots that passed, those of the last', async () => {
    await move('10:00', '2027-03-11');
    const id = idOf(await add(admin, { range: 'today', hour: 23, user_ids: [admin.userId] }));
    const subjectAt = async (time: string, on: string): Promise<string> => {
      await move(time, on);
      await queueDueReports(test.services);
      await runDueJobs(test);
      return (await mails()).at(-1)!.subject;
    };
    expect(await subjectAt('00:10', '2027-03-12')).toMatch(/, 11 Mar 2027$/);
    expect(await subjectAt('08:00', '2027-03-16')).toMatch(/, 15 Mar 2027$/);
    expect((await mails()).filter(({ subject }) => / 1[2-4] Mar /.test(subject))).toEqual([]);
    const [shown] = (await listed(admin)).filter((one) => one.id === id);
    expect(new Date(shown!.next_at!).toISOString()).toBe(at('23:00', '2027-03-16').toISOString());
    expect((await call(test, admin, 'DELETE', `report-schedules?id=${id}`, {})).code).toBe(200);
  });

  it.each([
    [{ report: 'nothing' }, 'report', 'This report does not exist'],
    [{ frequency: 'weekly' }, 'weekday', 'Choose the day of the week'],
    [{ frequency: 'monthly' }, 'month_day', 'Choose the day of the month'],
    [{ address: 'tab=none' }, 'tab', "This report has no 'none'"],
    [{ address: 'filters=city%3DPune' }, 'filters', "This report has no filter 'City'"],
    [{ user_ids: ['nobody'] }, 'user_ids', 'One of these people does not exist or can no longer sign in.'],
    [{ name: '  ' }, 'name', 'Name is required'],
  ])('refuses %j at %s', async (more, path, message) => {
    const answer = await add(admin, more);
    expect([answer.code, answer.body.errors]).toEqual([422, [{ path, message }]]);
  });

  it('is for those who may export the report, to those who may see it', async () => {
    expect((await add(counsellor)).code).toBe(403);
    const caller = test.fixture.users['caller@northstar.example']!;
    const answer = await add(admin, { user_ids: [caller] });
    expect(answer.body.errors).toEqual([{ path: 'user_ids', message: 'Caller Northstar may not see this report.' }]);
  });

  it('a report has saved views, for those who may see it', async () => {
    const path = 'views/report-user-productivity';
    const made = await call(test, admin, 'POST', path, { name: 'Calls by team', shared_with: 'everyone', address: 'tab=calls' });
    expect(made.code).toBe(200);
    const seen = await call(test, counsellor, 'GET', path);
    expect((seen.body['data'] as { views: object[] }).views).toMatchObject([{ name: 'Calls by team', address: 'tab=calls' }]);
    const caller = await signIn(test, 'caller@northstar.example');
    expect((await call(test, caller, 'GET', path)).code).toBe(403);
  });
});

it('slots are on the clock of the tenant, over a change of summer time and at the end of a month', () => {
  const next = (time: Parameters<typeof nextSlot>[0], zone: string, now: string): string =>
    nextSlot(time, zone, new Date(now)).toISOString();
  expect(next({ frequency: 'daily', hour: 9 }, 'Asia/Kolkata', '2027-03-02T03:30:00Z')).toBe('2027-03-03T03:30:00.000Z');
  expect(next({ frequency: 'weekly', weekday: 7, hour: 8 }, 'Asia/Kolkata', '2027-03-02T00:00:00Z')).toBe(
    '2027-03-07T02:30:00.000Z',
  );
  expect(next({ frequency: 'monthly', month_day: 28, hour: 0 }, 'Asia/Kolkata', '2027-02-28T00:00:00Z')).toBe(
    '2027-03-27T18:30:00.000Z',
  );
  expect(next({ frequency: 'daily', hour: 9 }, 'Europe/Berlin', '2027-03-27T10:00:00Z')).toBe('2027-03-28T07:00:00.000Z');
});
