import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeCell } from '../../src/schemas/kit/write-cell';
import type { ReportTable } from '../../src/schemas/kit/report';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { History } from './history';

const day = '2027-03-02';
const at = (time: string): string => new Date(`${day}T${time}:00+05:30`).toISOString();

describe.each(await reachableDatabases())('$name', (database) => {
  let test: TestApp;
  let admin: Browser;
  let counsellor: Browser;
  let history: History;
  beforeAll(async () => {
    test = await build({ store: await database.fresh() });
    test.clock.set(new Date(at('18:00')));
    history = new History(test.store, test.fixture.tenants.northstar);
    admin = await signIn(test, 'admin@northstar.example');
    counsellor = await signIn(test, 'counsellor@northstar.example');
    const lead = await history.capture(at('09:00'));
    await history.assign(lead, counsellor.userId!, at('09:05'));
    await history.call({ lead, user: counsellor.userId!, at: at('09:10'), talk: 80 });
    await history.callAction({ lead, user: counsellor.userId!, at: at('09:12'), stage: 'Interested' });
    const other = await history.capture(at('10:00'));
    await history.assign(other, test.fixture.users['outsider@northstar.example']!, at('10:05'));
  });
  afterAll(() => test.close());

  const read = (who: Browser, query = ''): Promise<Answer> => call(test, who, 'GET', `reports/user-productivity${query}`);
  const tableOf = (answer: Answer): ReportTable => {
    expect(answer.text.slice(0, 300)).toContain('"code":200');
    return answer.body['data'] as ReportTable;
  };
  const column = (table: ReportTable, measure: string): number => table.columns.findIndex((one) => one.measure === measure);

  it('CALL-154 answers columns, rows in teams with subtotals, totals and the moment', async () => {
    const table = tableOf(await read(admin, `?from=${day}&to=${day}&compare=1`));
    expect(table.previous).toEqual({ from: '2027-03-01', to: '2027-03-01' });
    const pune = table.rows.find(({ title }) => title === 'Pune')!;
    const one = pune.rows!.find(({ value }) => value === counsellor.userId)!;
    expect(one.title).toBe('Counsellor Northstar');
    expect(one.cells[column(table, 'L3')]).toEqual({ value: 1, before: 0 });
    expect(pune.cells[column(table, 'L3')]!.value).toBe(1);
    expect(table.totals[column(table, 'L3')]!.value).toBe(2);
    expect(one.cells[column(table, 'T2')]).toMatchObject({ value: 100, of: [1, 1] });
    expect(table.rows.at(-1)!.title).toBe('No team');
    expect(table.chart!.points[0]).toMatchObject({ title: 'Counsellor Northstar' });
  });

  it('CALL-154 counts its rows, and answers the same table as CSV to those who may export it', async () => {
    const answer = await read(admin, `?from=${day}&to=${day}&group_by=user`);
    const table = tableOf(answer);
    expect(answer.body['count']).toBe(table.rows.length);
    const file = await read(admin, `?from=${day}&to=${day}&group_by=user&format=csv`);
    expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    const [titles = [], ...rows] = parse(file.text.replace(/^\uFEFF/, '')) as string[][];
    expect(titles.slice(0, 2)).toEqual(['User', 'Leads assigned']);
    expect(rows.map(([name]) => name)).toEqual(['Total', ...table.rows.map(({ title }) => title)]);
    expect(rows.map(([, assigned]) => assigned)).toEqual(
      [table.totals, ...table.rows.map(({ cells }) => cells)].map((cells) => String(cells[column(table, 'L3')]!.value)),
    );
    const kept = await test.store.admin(`select "kind", "state" from "csv_exports" where "kind" = 'report-user-productivity'`);
    expect(kept).toEqual([{ kind: 'report-user-productivity', state: 'expired' }]);
  });

  it('leaves a level that its reader does not see out of the file too', async () => {
    const { northstar } = test.fixture.tenants;
    const lead = await history.capture(at('11:00'));
    await history.assign(lead, test.fixture.users['caller@northstar.example']!, at('11:05'));
    await edit(test, northstar, `update "leads" set "utm_medium" = 'cpc', "utm_campaign" = 'Spring' where "id" = '${lead}'`);
    const role = {
      data_scope: 'tenant',
      permissions: [
        { code: 'LEADS', level: [1, 6] },
        { code: 'Counsellor_UTM_Wise', level: [1, 5, 6] },
      ],
      field_rules: [{ resource: 'leads', field: 'utm_source', rule: 'hidden' }],
    };
    expect((await call(test, admin, 'PATCH', 'res/users-roles/3', role)).status).toBe(200);
    const reader = await signIn(test, 'lead@northstar.example');
    const file = await call(test, reader, 'GET', `reports/utm-leads?from=${day}&to=${day}&format=csv`);
    const rows = parse(file.text.replace(/^\uFEFF/, '')) as string[][];
    expect(rows.slice(0, 4).map((row) => row.slice(0, 3))).toEqual([
      ['UTM medium', 'UTM campaign', 'New leads'],
      ['Total', '', '3'],
      ['cpc', '', '1'],
      ['cpc', 'Spring', '1'],
    ]);
    await history.remove(lead, at('11:10'));
  });

  it('has a row for every active user the reader sees, and for inactive ones on request', async () => {
    const names = (table: ReportTable): string[] => table.rows.map(({ title }) => title);
    const usual = names(tableOf(await read(admin, '?group_by=user')));
    expect(usual).toContain('Caller Northstar');
    expect(usual.some((name) => name.startsWith('Inactive'))).toBe(false);
    const all = names(tableOf(await read(admin, '?group_by=user&inactive=1')));
    expect(all.some((name) => name.startsWith('Inactive Northstar'))).toBe(true);
  });

  it('has a column for each stage that was recorded', async () => {
    const table = tableOf(await read(admin, `?from=${day}&to=${day}&tab=leads&group_by=user`));
    const stage = table.columns.findIndex(({ title, over }) => over === 'Reached stage' && title.startsWith('Interested'));
    expect(table.totals[stage]!.value).toBe(1);
  });

  it.each([
    ['from=2027-03-03', 'from', 'The range starts in the future. Choose days up to today.'],
    ['from=2027-03-02&to=2027-03-04', 'to', 'The range ends in the future. Choose days up to today.'],
    ['from=2027-03-02&to=2027-03-01', 'to', 'The last day is before the first one'],
    ['from=2017-03-02', 'from', 'The maximum range is 3 years'],
    ['tab=none', 'tab', "This report has no 'none'"],
    ['filters=nonsense%3D1', 'filters', "There is nothing called 'nonsense' to filter by"],
    ['filters=city%3DPune', 'filters', "This report has no filter 'City'"],
  ])('refuses %s with a sentence at %s', async (query, path, message) => {
    const answer = await read(admin, `?${query}`);
    expect([answer.code, answer.body.errors]).toEqual([422, [{ path, message }]]);
  });

  it('needs the code of the report, and counts what its reader may open', async () => {
    expect((await read(counsellor)).code).toBe(403);
    await edit(
      test,
      test.fixture.tenants.northstar,
      `update "users_roles" set "permissions" = '[{"code":"LEADS","level":[1,2,3,6]},{"code":"Counsellor_Productivity_Report","level":[1,6]}]'
      where "tenant_id" = '${test.fixture.tenants.northstar}' and "role" = 4`,
    );
    test.clock.add(61);
    const table = tableOf(await read(counsellor, `?from=${day}&to=${day}&group_by=user`));
    expect(table.rows.map(({ value }) => value)).toEqual([counsellor.userId]);
    expect(table.totals[column(table, 'L3')]!.value).toBe(1);
    expect((await read(counsellor, `?from=${day}&to=${day}&format=csv`)).code).toBe(403); // level 5
  });

  it.each([
    ['calls', 'L3;2027-03-02;2027-03-02', "'Leads assigned' does not count the rows of this list"],
    ['leads', 'ZZ;2027-03-02;2027-03-02', "There is no measure 'ZZ'"],
    ['leads', 'L3;2027-03-02', 'The range of the cell must be two days, such as 2026-03-02'],
    ['leads', 'L3;2027-03-02;2027-03-02;hour=1;outcome=busy', "'Leads assigned' cannot be narrowed like this"],
  ])('refuses a cell of %s that is %s', async (list, cell, message) => {
    const answer = await call(test, admin, 'GET', `res/${list}?cell=${encodeURIComponent(cell)}`);
    expect([answer.status, answer.body.errors?.[0]]).toEqual([422, { path: 'cell', message }]);
  });

  it('narrows exports and bulk work to the rows of a cell', async () => {
    const cell = writeCell({ measure: 'L3', from: day, to: day, values: { user: [counsellor.userId!] } });
    const begun = await call(test, admin, 'POST', 'res/leads/bulk', {
      action: 'update',
      values: { priority: 2 },
      query: { cell },
    });
    expect(begun.status).toBeLessThan(300);
    const wrong = await call(test, admin, 'POST', 'res/leads/export', { format: 'csv', query: { cell: 'nothing' } });
    expect(wrong.body.errors?.[0]?.path).toBe('cell');
  });
});
