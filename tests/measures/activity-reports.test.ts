import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeCell } from '../../src/schemas/kit/write-cell';
import type { ReportTable, ShownCell } from '../../src/schemas/kit/report';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { runDueJobsWell } from '../support/due-jobs';
import { reachableDatabases } from '../support/postgres';
import { History } from './history';

const day = '2027-03-02';
const at = (time: string, on = day): string => new Date(`${on}T${time}:00+05:30`).toISOString();

/** Tuesday 2 March 2027 of one counsellor and one outsider, at 18:00. */
describe.each(await reachableDatabases())('$name', (database) => {
  let test: TestApp;
  let admin: Browser;
  let counsellor: Browser;
  let user: string;
  let leads: string[];
  beforeAll(async () => {
    test = await build({ store: await database.fresh() });
    test.clock.set(new Date(at('18:00')));
    admin = await signIn(test, 'admin@northstar.example');
    counsellor = await signIn(test, 'counsellor@northstar.example');
    user = counsellor.userId!;
    const tenantId = test.fixture.tenants.northstar;
    const told = new History(test.store, tenantId);
    for (const name of ['First stage', 'Second stage', 'Third stage']) await told.stage(name);
    await edit(test, tenantId, `update "lead_stages" set "followup_required" = true where "stage_name" like 'Third stage%'`);
    leads = [await told.capture(at('07:30')), await told.capture(at('07:30')), await told.capture(at('07:30'))];
    for (const lead of leads) await told.assign(lead, user, at('07:40'));
    const [a, b, c] = leads as [string, string, string];
    await told.note(a, user, at('07:50')); // before the working day
    await told.callAction({ lead: a, user, at: at('09:10'), stage: 'First stage' });
    await told.callAction({ lead: a, user, at: at('09:40'), stage: 'Third stage' });
    await told.callAction({ lead: a, user, at: at('12:10'), stage: 'Second stage' });
    await told.callAction({ lead: b, user, at: at('12:20'), stage: 'Third stage' });
    await told.callAction({ lead: b, user, at: at('12:30'), stage: 'Third stage' });
    await told.call({ lead: a, user, at: at('10:00'), talk: 0 });
    await told.call({ lead: a, user, at: at('10:30'), talk: 90 });
    await told.call({ lead: b, user, at: at('14:00'), talk: 30 });
    await told.note(c, user, at('11:00', '2027-03-01'));
    const early = await told.followUp({ lead: a, user, at: at('09:40', '2027-02-28'), due: at('10:45') });
    await told.finish(early, user, at('11:45'));
    await told.followUp({ lead: c, user, at: at('09:00', '2027-02-27'), due: at('12:00') });
    await told.followUp({ lead: c, user, at: at('09:00', '2027-02-27'), due: at('16:00', '2027-03-05') });
    await edit(
      test,
      tenantId,
      `update "auth_logs" set "breaks" = '[{"reason":"Lunch","from":"${at('13:05')}","to":"${at('13:35')}"}]'
        where "user_id" = '${user}' and "date" = '${day}'`,
    );
  });
  afterAll(() => test.close());

  const read = async (who: Browser, report: string, query = ''): Promise<ReportTable> => {
    const answer = await call(test, who, 'GET', `reports/${report}?${query}`);
    expect(answer.text.slice(0, 300)).toContain('"code":200');
    return JSON.parse(JSON.stringify(answer.body['data']).replaceAll(/ stage 01[0-9A-Z]{24}/g, ' stage')) as ReportTable;
  };
  /** The user's cell under a column, by its title. */
  const cell = (table: ReportTable, title: string, row = user): ShownCell => {
    const place = table.columns.findIndex((one) => one.title === title);
    expect(table.columns.map((one) => one.title)).toContain(title);
    return table.rows.find(({ value }) => value === row)!.cells[place]!;
  };

  it('has a column for every hour of the working day, and for the time before and after it', async () => {
    const table = await read(admin, 'hourly-lead-activity', `from=${day}&tab=activities`);
    expect(table.columns.map(({ title }) => title).join(' ')).toBe(
      'Before 08:00 09:00 10:00 11:00 12:00 13:00 14:00 15:00 16:00 17:00 18:00 19:00 20:00 After Total First activity Last activity Longest gap',
    );
    const numbers = ['Before', '09:00', '10:00', '11:00', '12:00', '13:00', '14:00', 'Total'].map(
      (one) => cell(table, one).value,
    );
    expect(numbers).toEqual([1, 2, 2, 1, 3, 0, 1, 10]);
    expect(cell(table, 'First activity').value).toBe(at('07:50'));
    expect(cell(table, 'Last activity').value).toBe(at('14:00'));
    expect(cell(table, 'Longest gap').value).toBe(90); // from 12:30 to 14:00
    expect(cell(table, '13:00').away).toBe('Break 13:05–13:35');
    expect(cell(table, '12:00').away).toBeUndefined();
  });

  it('marks a break that nobody ended until the sign-out after it, as its time is counted', async () => {
    const before = '2027-03-01';
    await edit(
      test,
      test.fixture.tenants.northstar,
      `insert into "auth_logs" ("tenant_id", "id", "user_id", "date", "first_login", "last_logout", "breaks")
        values ('${test.fixture.tenants.northstar}', 'day-before', '${user}', '${before}', '${at('09:00', before)}', '${at('12:35', before)}',
          '[{"reason":"Tea","from":"${at('12:05', before)}","to":null}]')`,
    );
    const table = await read(admin, 'hourly-lead-activity', `from=${before}&to=${before}`);
    expect(['12:00', '13:00', 'After'].map((hour) => cell(table, hour).away)).toEqual([
      'Break 12:05–12:35',
      undefined,
      undefined,
    ]);
  });

  it('names the year of days that are not of this one', async () => {
    const { chart } = await read(admin, 'hourly-lead-activity', 'from=2027-01-01&to=2027-01-01');
    expect(chart!.parts.map(({ title }) => title)).toEqual(['Fri 1 Jan', 'Thu 31 Dec 2026']);
  });

  it('draws the hours of the day next to those of the day before', async () => {
    const { chart } = await read(admin, 'hourly-lead-activity', `from=${day}`);
    expect(chart!.parts.map(({ title }) => title)).toEqual(['Tue 2 Mar', 'Mon 1 Mar']);
    const hour = (value: string): readonly (number | null)[] => chart!.points.find((point) => point.value === value)!.values;
    expect([hour('11'), hour('12'), hour('20')]).toEqual([
      [1, 1],
      [3, 0],
      [null, 0], // still to come
    ]);
  });

  it('keeps the working day of the tenant', async () => {
    const set = (from: string | null): Promise<unknown> =>
      edit(
        test,
        test.fixture.tenants.northstar,
        `update "tenant" set "report_settings" = ${from ? `'{"day_from":"${from}","day_to":"12:00"}'` : 'null'} where "tenant_id" = '${test.fixture.tenants.northstar}'`,
      );
    await set('09:00');
    const table = await read(admin, 'hourly-lead-activity', `from=${day}`);
    await set(null);
    expect(table.columns.map(({ title }) => title).slice(0, 5)).toEqual(['Before', '09:00', '10:00', '11:00', 'After']);
    expect(cell(table, 'After').value).toBe(4);
  });

  it('counts calls by hour, three numbers of an hour side by side, and the hour in which leads answer', async () => {
    const all = await read(admin, 'hourly-call-activity', `from=${day}&tab=all`);
    const ten = all.columns.flatMap(({ by, over }, place) =>
      by?.value === '10' ? [[over, all.rows.find(({ value }) => value === user)!.cells[place]!.value]] : [],
    );
    expect(ten).toEqual([
      ['Dialled', 2],
      ['Connected', 1],
      ['Talk time', 90],
    ]);
    expect([cell(all, 'First call').value, cell(all, 'Last call').value]).toEqual([at('10:00'), at('14:00')]);
    const best = await read(admin, 'hourly-call-activity', 'tab=best-hour');
    expect(best.from).toBe('2027-02-01');
    expect(cell(best, 'Connect %', '10')).toEqual({ value: 50, of: [1, 2] });
  });

  it('shows where the leads of a user are now, by stage, sub-stage and tag', async () => {
    const table = await read(admin, 'lead-stages');
    expect([table.from, table.to]).toEqual([day, day]);
    expect(['Leads owned', 'Second stage', 'Third stage', 'First stage'].map((one) => cell(table, one).value)).toEqual([
      3, 1, 1, 0,
    ]);
    expect(cell(table, 'Days in stage (median)').value).toBeCloseTo(5.83 / 24, 2); // since 07:30, 12:10 and 12:20
    const finer = await read(admin, 'lead-stages', 'across=stage_sub');
    expect(cell(finer, 'Third stage').value).toBe(1);
    const wrong = await call(test, admin, 'GET', 'reports/lead-stages?across=city');
    expect(wrong.body.errors).toEqual([{ path: 'across', message: "This report has no columns by 'city'" }]);
  });

  it('counts leads and records that moved forward, back and nowhere, and the way between two stages', async () => {
    const leadsOf = await read(admin, 'lead-stages', `from=${day}&to=${day}&tab=recorded`);
    const records = await read(admin, 'lead-stages', `from=${day}&to=${day}&tab=records`);
    expect([cell(leadsOf, 'Third stage').value, cell(records, 'Third stage').value]).toEqual([2, 3]);
    const moves = ['Moved forward', 'Moved back', 'Same stage again'].map((one) => cell(records, one).value);
    expect(moves).toEqual([1, 1, 1]);
    const path = await read(admin, 'lead-stages', `from=${day}&to=${day}&tab=path`);
    const from = path.rows.find(({ title }) => title === 'Third stage')!;
    const to = path.columns.flatMap((column, place) => (column.title === 'Second stage' ? [from.cells[place]!.value] : []));
    expect(to[0]).toBe(1);
    expect(to[1]).toBeCloseTo(2.5 / 24, 4); // from 09:40 to 12:10
    expect(path.rows.at(-1)!.title).toBe('No earlier stage');
  });

  it('counts follow-ups that are due, late and missing', async () => {
    const table = await read(admin, 'follow-ups', `from=${day}&to=${day}`);
    const titles = ['Due', 'Done in time', 'Overdue', 'Upcoming', 'Average delay', 'No follow-up planned', 'Connected on time'];
    expect(titles.map((one) => cell(table, one).value)).toEqual([2, 1, 1, 1, 1, 1, 1]);
    expect(cell(table, 'Oldest overdue').value).toBeCloseTo(0.25, 3);
    const only = await read(admin, 'follow-ups', `from=${day}&to=${day}&filters=due_status%3Doverdue`);
    expect(cell(only, 'Due').value).toBe(1);
    const days = await read(admin, 'follow-ups', 'tab=day');
    expect([days.from, days.to, cell(days, 'Due', '2027-03-05').value]).toEqual(['2027-03-01', '2027-03-31', 1]);
    const far = await call(test, admin, 'GET', 'reports/follow-ups?from=2027-03-02&to=2028-03-02');
    expect(far.body.errors?.[0]).toEqual({
      path: 'to',
      message: 'The range ends in the future. Choose days up to today in 92 days.',
    });
  });

  it('is read by those who may', async () => {
    const codes = await Promise.all(
      ['hourly-lead-activity', 'hourly-call-activity', 'lead-stages', 'follow-ups'].map(
        async (name) => (await call(test, counsellor, 'GET', `reports/${name}`)).code,
      ),
    );
    expect(codes).toEqual([403, 403, 403, 200]);
    const own = await read(counsellor, 'follow-ups', `from=${day}&to=${day}`);
    expect(own.rows.map(({ value }) => value)).toEqual([user]);
  });

  describe('work on many follow-ups', () => {
    const overdue = writeCell({ measure: 'F5', from: day, to: day, values: {} });
    const bulk = (who: Browser, body: object): Promise<Answer> => call(test, who, 'POST', 'res/follow-ups/bulk', body);
    /** What the newest job of the queue did. */
    const resultOf = async (begun: Answer): Promise<unknown> => {
      expect(begun.status).toBeLessThan(300);
      await runDueJobsWell(test);
      const [job] = await test.store.admin(
        `select "id", "result" from "jobs" where "kind" like 'bulk-%' order by "id" desc limit 1`,
      );
      newest = String(job!['id']);
      return job!['result'];
    };
    let newest = '';

    it('marks them done for a manager, with a reason, and takes it back', async () => {
      const begun = await bulk(admin, { action: 'done', values: { reason: 'Lead joined elsewhere' }, query: { cell: overdue } });
      expect(await resultOf(begun)).toEqual({ done: 1, skipped: 0 });
      const rows = await call(test, admin, 'GET', `res/follow-ups?cell=${encodeURIComponent(overdue.replace('F5', 'F3'))}`);
      expect(JSON.stringify(rows.body)).toContain('Lead joined elsewhere');
      expect(cell(await read(admin, 'follow-ups', `from=${day}&to=${day}`), 'Overdue').value).toBe(0);
      // The queue keeps real time, the product the time of this test.
      await test.store.admin(`update "jobs" set "finished_at" = '${at('18:00')}' where "id" = '${newest}'`);
      const undone = await bulk(admin, { action: 'undo', job_id: newest });
      expect(await resultOf(undone)).toEqual({ done: 1, skipped: 0 });
      expect(cell(await read(admin, 'follow-ups', `from=${day}&to=${day}`), 'Overdue').value).toBe(1);
    });

    it('refuses it without a reason, to others, and for other rows', async () => {
      const nothing = await bulk(admin, { action: 'done', values: { reason: ' ' }, query: { cell: overdue } });
      expect(nothing.body.errors?.[0]).toEqual({
        path: 'reason',
        message: 'Enter why they are done (maximum: 300 characters)',
      });
      const other = await bulk(counsellor, { action: 'done', values: { reason: 'Joined' }, query: { cell: overdue } });
      expect(other.code).toBe(403);
      const leadsDone = await call(test, admin, 'POST', 'res/leads/bulk', {
        action: 'done',
        values: { reason: 'x' },
        ids: leads,
      });
      expect(leadsDone.body.errors?.[0]?.path).toBe('action');
    });
  });
});
