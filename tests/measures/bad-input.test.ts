import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reports } from '../../src/schemas/kit/all';
import type { DimensionValues } from '../../src/schemas/kit/cells';
import { writeCell } from '../../src/schemas/kit/write-cell';
import type { MeasureId } from '../../src/schemas/kit/measures';
import type { ReportTable } from '../../src/schemas/kit/report';
import { newId } from '../../server/store/ids';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { History } from './history';

const day = '2027-03-02';
const at = (time: string, on = day): string => new Date(`${on}T${time}:00+05:30`).toISOString();

describe.each(await reachableDatabases())('reports of odd input, $name', (database) => {
  let test: TestApp;
  let admin: Browser;
  let history: History;
  let tenant: string;
  let [one, other] = ['', ''];
  beforeAll(async () => {
    test = await build({ store: await database.fresh() });
    test.clock.set(new Date(at('18:00')));
    tenant = test.fixture.tenants.northstar;
    history = new History(test.store, tenant);
    admin = await signIn(test, 'admin@northstar.example');
    one = test.fixture.users['counsellor@northstar.example']!;
    other = test.fixture.users['outsider@northstar.example']!;
  });
  afterAll(() => test.close());

  const ask = (query: string): Promise<Answer> =>
    call(test, admin, 'GET', `reports/user-productivity?group_by=user&from=${day}&to=${day}${query}`);
  async function table(query = ''): Promise<ReportTable> {
    const answer = await ask(query);
    expect(answer.text.slice(0, 300)).toContain('"code":200');
    return answer.body['data'] as ReportTable;
  }
  const number = (of: ReportTable, measure: MeasureId, user?: string): unknown => {
    const column = of.columns.findIndex((shown) => shown.measure === measure);
    return (user === undefined ? of.totals : of.rows.find(({ value }) => value === user)!.cells)[column]!.value;
  };
  async function listed(measure: MeasureId, values: DimensionValues = {}): Promise<number> {
    const cell = encodeURIComponent(writeCell({ measure, from: day, to: day, values }));
    return Number((await call(test, admin, 'GET', `res/leads?cell=${cell}&_limit=1`)).headers['x-total-count']);
  }

  it.each(reports.map(({ report }) => [report.name, report] as const))(
    '%s answers a range that it cannot count with a sentence',
    async (name, { ahead }) => {
      const future = ahead ? `Choose days up to today in ${ahead} days.` : 'Choose days up to today.';
      for (const [query, path, message] of [
        ['from=2027-03-02&to=2027-03-01', 'to', 'The last day is before the first one'],
        [
          ahead ? 'from=2029-03-03&to=2029-03-04' : 'from=2027-03-03&to=2027-03-04',
          'from',
          `The range starts in the future. ${future}`,
        ],
        ['from=2017-03-02&to=2027-03-02', 'from', 'The maximum range is 3 years'],
        ['from=2027-02-30&to=2027-03-01', 'from', ''],
        ['from=yesterday', 'from', ''],
      ] as const) {
        const answer = await call(test, admin, 'GET', `reports/${name}?${query}`);
        expect([query, answer.code, answer.body.errors?.[0]?.path]).toEqual([query, 422, path]);
        if (message) expect(answer.body.errors?.[0]?.message).toBe(message);
      }
    },
  );

  it('a lead that moved between owners counts once for each of them, and once in the total', async () => {
    const lead = await history.capture(at('09:00'));
    await history.assign(lead, one, at('09:05'));
    await history.assign(lead, other, at('10:00'));
    await history.assign(lead, one, at('11:00'));
    const seen = await table();
    expect([number(seen, 'L3', one), number(seen, 'L3', other), number(seen, 'L3')]).toEqual([1, 1, 1]);
    expect([await listed('L3', { user: [one] }), await listed('L3', { user: [other] }), await listed('L3')]).toEqual([1, 1, 1]);
  });

  it('a lead deleted inside the range is in no number, and in no list behind one', async () => {
    const lead = await history.capture(at('09:30'));
    await history.assign(lead, one, at('09:35'));
    await history.note(lead, one, at('09:40'));
    const before = await table();
    expect([number(before, 'L3', one), number(before, 'A2', one)]).toEqual([2, 1]);
    await history.remove(lead, at('12:00'));
    const after = await table();
    expect([number(after, 'L3', one), number(after, 'A2', one), await listed('L3', { user: [one] })]).toEqual([1, 0, 1]);
  });

  it('a source that was renamed keeps its numbers', async () => {
    const source = newId();
    await edit(
      test,
      tenant,
      `insert into "lead_sources" ("tenant_id", "id", "name", "type", "status") values ('${tenant}', '${source}', 'Old fair', 'all', 1)`,
    );
    const lead = await history.capture(at('12:10'), undefined, { source });
    await history.assign(lead, other, at('12:15'));
    const filter = `&filters=${encodeURIComponent(`source=${source}`)}`;
    expect(number(await table(filter), 'L3')).toBe(1);
    await edit(test, tenant, `update "lead_sources" set "name" = 'New fair' where "id" = '${source}'`);
    expect(number(await table(filter), 'L3')).toBe(1);
    expect(await listed('L3', { source: [source] })).toBe(1);
  });

  it('a user who left keeps a row where there is something to count, and none where there is not', async () => {
    await edit(test, tenant, `update "users" set "status" = 0 where "id" = '${other}'`);
    const seen = await table();
    expect(number(seen, 'L3', other)).toBe(2);
    const yesterday = (await call(test, admin, 'GET', 'reports/user-productivity?group_by=user&from=2027-03-01&to=2027-03-01'))
      .body['data'] as ReportTable;
    expect(yesterday.rows.map(({ value }) => value)).not.toContain(other);
    await edit(test, tenant, `update "users" set "status" = 1 where "id" = '${other}'`);
  });

  it('days are those of the zone of now, and what carries the time of tomorrow is not of today', async () => {
    const lead = await history.capture(at('00:10')); // still yesterday in UTC
    await history.assign(lead, one, at('00:15'));
    await history.note(lead, one, at('00:20', '2027-03-03'));
    const here = await table();
    expect([number(here, 'L3', one), number(here, 'A2', one)]).toEqual([2, 0]);
    await edit(test, tenant, `update "tenant" set "timezone" = 'UTC' where "tenant_id" = '${tenant}'`);
    test.clock.add(61);
    expect(number(await table(), 'L3', one)).toBe(1);
    expect(await listed('L3', { user: [one] })).toBe(1);
    await edit(test, tenant, `update "tenant" set "timezone" = 'Asia/Kolkata' where "tenant_id" = '${tenant}'`);
    test.clock.add(61);
  });

  it('has a row for each of 400 users', async () => {
    const ids = Array.from({ length: 400 }, () => newId());
    await edit(
      test,
      tenant,
      `insert into "users" ("tenant_id", "id", "name", "email", "role", "type", "status")
       values ${ids.map((id, n) => `('${tenant}', '${id}', 'Row ${n}', 'row${n}@northstar.example', 4, 'org', 1)`).join()}`,
    );
    const seen = await table();
    const rows = new Set(seen.rows.map(({ value }) => value));
    expect(ids.filter((id) => !rows.has(id))).toEqual([]);
    expect(seen.left_out).toBe(0);
    expect(number(seen, 'L3')).toBe(3);
  });

  it('leaves out the rows with the smallest numbers where there are too many to read', async () => {
    const often = await history.capture(at('13:00'));
    await history.capture(at('13:01'), often);
    await edit(
      test,
      tenant,
      `insert into "leads" ("tenant_id", "id", "name", "utm_source", "created_at")
       select '${tenant}', 'many-' || n, 'Many ' || n, 'a' || n, '${at('13:00')}' from generate_series(1, 2001) n`,
    );
    await edit(
      test,
      tenant,
      `insert into "lead_captures" ("tenant_id", "id", "lead_id", "via", "is_re_enquiry", "created_at")
       select '${tenant}', 'many-' || n, 'many-' || n, 'api', false, '${at('13:00')}' from generate_series(1, 2001) n`,
    );
    const again = await history.capture(at('13:02'));
    await edit(test, tenant, `update "leads" set "utm_source" = 'z often' where "id" in ('${often}', '${again}')`);
    const answer = await call(test, admin, 'GET', `reports/utm-leads?from=${day}&to=${day}`);
    const seen = answer.body['data'] as ReportTable;
    expect(seen.rows).toHaveLength(2000);
    expect(seen.rows.find(({ value }) => value === 'z often')?.cells[0]?.value).toBe(2);
    expect(seen.left_out).toBeGreaterThan(0);
    for (const table of ['lead_captures', 'leads'])
      await edit(test, tenant, `update "${table}" set "deleted_at" = now() where "id" like 'many-%'`);
  });

  it('counted while leads come in, a total is that of its rows, and never falls', async () => {
    const coming = (async () => {
      for (let n = 0; n < 40; n++) await history.assign(await history.capture(at('13:00')), n % 2 ? one : other, at('13:05'));
    })();
    let isOver = false;
    void coming.then(() => (isOver = true));
    let last = 0;
    while (!isOver) {
      const seen = await table();
      const column = seen.columns.findIndex(({ measure }) => measure === 'L3');
      const assigned = Number(seen.totals[column]!.value);
      const ofOne = seen.rows.reduce((sum, { cells }) => sum + Number(cells[column]!.value), 0);
      expect(ofOne - assigned).toBe(1); // the one lead that two of them had
      expect(assigned).toBeGreaterThanOrEqual(last);
      last = assigned;
    }
    await coming;
    expect(number(await table(), 'L3')).toBe(43);
    expect(await listed('L3')).toBe(43);
  });
});
