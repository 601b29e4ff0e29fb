import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askedBy } from '../../server/measures/asked';
import { countTable } from '../../server/measures/count-table';
import { newId } from '../../server/store/ids';
import type { DimensionValues } from '../../src/schemas/kit/cells';
import { writeCell } from '../../src/schemas/kit/write-cell';
import type { ReportTable, ShownCell, ShownRow } from '../../src/schemas/kit/report';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { actor } from '../support/database';
import { reachableDatabases } from '../support/postgres';
import { History } from './history';

const day = '2027-03-02';
const at = (time: string, date = day): string => new Date(`${date}T${time}:00+05:30`).toISOString();

describe.each(await reachableDatabases())('$name', (database) => {
  let test: TestApp;
  let admin: Browser;
  let counsellor: Browser;
  let history: History;
  let google: string;
  let fair: string;
  let clgs: [number, number];
  const leads: string[] = [];
  const run = (statement: ReturnType<typeof sql>): Promise<number> =>
    test.store.transaction(actor(test.fixture.tenants.northstar), (tx) => tx.run(statement));

  beforeAll(async () => {
    test = await build({ store: await database.fresh() });
    test.clock.set(new Date(at('18:00')));
    const tenantId = test.fixture.tenants.northstar;
    history = new History(test.store, tenantId);
    admin = await signIn(test, 'admin@northstar.example');
    counsellor = await signIn(test, 'counsellor@northstar.example');
    for (const table of ['leads', 'lead_captures', 'campaign_costs'])
      await edit(test, tenantId, `update "${table}" set "deleted_at" = now() where "tenant_id" = '${tenantId}'`);
    const source = async (name: string, channel: string): Promise<string> => {
      const id = newId();
      await run(
        sql`insert into "lead_sources" ("tenant_id", "id", "name", "channel", "status") values (${tenantId}, ${id}, ${name}, ${channel}, 1)`,
      );
      return id;
    };
    google = await source('Search ads', 'paid_search');
    fair = await source('Town fair', 'event');
    clgs = [9001, 9002];
    for (const clg of clgs)
      await run(
        sql`insert into "colleges" ("tenant_id", "clg_id", "clg_name", "status") values (${tenantId}, ${clg}, ${`College ${clg}`}, 1)`,
      );
    const [one, two] = clgs;
    // Three leads by search ads, the last one of no college; one by the fair. The first came again, for the other college.
    leads.push(await history.capture(at('09:00'), undefined, { source: google, clg: one }));
    leads.push(await history.capture(at('09:10'), undefined, { source: google, clg: two }));
    leads.push(await history.capture(at('09:20'), undefined, { source: google }));
    leads.push(await history.capture(at('09:30'), undefined, { source: fair, clg: one }));
    await history.capture(at('10:00'), leads[0], { source: google, clg: two });
    await history.assign(leads[0]!, counsellor.userId!, at('09:05'));
    await history.assign(leads[1]!, counsellor.userId!, at('09:15'));
    await history.callAction({ lead: leads[0]!, user: counsellor.userId!, at: at('11:00'), stage: 'Interested' });
    await history.stage('Joined', 'enrolled');
    await history.callAction({ lead: leads[1]!, user: counsellor.userId!, at: at('12:00'), stage: 'Joined' });
    await run(sql`update "leads" set "utm_source" = 'google', "utm_medium" = 'cpc', "utm_campaign" = 'MBA-2027'
      where "tenant_id" = ${tenantId} and "id" = any(${leads.slice(0, 3)}::text[])`);
    await run(
      sql`update "leads" set "dial_count" = 7, "connected_count" = 1 where "tenant_id" = ${tenantId} and "id" = ${leads[0]!}`,
    );
    await run(sql`update "leads" set "dial_count" = 2 where "tenant_id" = ${tenantId} and "id" = ${leads[1]!}`);
    for (const [lead, clg, relation, reason] of [
      [leads[0]!, one, 'shortlisted', null],
      [leads[1]!, one, 'not_interested', 'fees'],
      [leads[3]!, one, 'not_interested', 'fees'],
      [leads[2]!, one, 'not_interested', 'location'],
    ] as const)
      await run(sql`insert into "lead_colleges" ("tenant_id", "id", "lead_id", "clg_id", "relation", "reason_code", "chosen_at", "created_at")
        values (${tenantId}, ${newId()}, ${lead}, ${clg}, ${relation}, ${reason}, ${at('13:00')}::timestamptz, ${at('13:00')}::timestamptz)`);
    for (const [campaign, spend] of [
      ['mba-2027', 900],
      ['nobody-came', 100],
    ] as const)
      await run(sql`insert into "campaign_costs" ("tenant_id", "id", "day", "platform", "campaign", "spend", "clicks", "source_id")
        values (${tenantId}, ${newId()}, ${day}::date, 'google', ${campaign}, ${spend}, 30, ${google})`);
  });
  afterAll(() => test.close());

  const read = (name: string, query = '', who = admin): Promise<Answer> =>
    call(test, who, 'GET', `reports/${name}?from=${day}&to=${day}${query}`);
  async function tableOf(name: string, query = '', who = admin): Promise<ReportTable> {
    const answer = await read(name, query, who);
    expect(answer.text.slice(0, 300)).toContain('"code":200');
    return answer.body['data'] as ReportTable;
  }
  const cellsOf = (table: ReportTable, cells: readonly ShownCell[], ...keys: string[]): unknown[] =>
    keys.map((key) => cells[table.columns.findIndex((one) => one.key === key)]?.value);
  const row = (rows: readonly ShownRow[], title: string): ShownRow =>
    rows.find((one) => one.title === title || one.title.startsWith(`${title} 01`))!;
  async function listed(
    list: string,
    measure: 'L3' | 'N1' | 'K2' | 'K4' | 'K9' | 'K10' | 'M1',
    values: DimensionValues,
  ): Promise<number> {
    const cell = encodeURIComponent(writeCell({ measure, from: day, to: day, values }));
    const answer = await call(test, admin, 'GET', `res/${list}?cell=${cell}&_start=0&_end=1`);
    expect(answer.status).toBe(200);
    return Number(answer.headers['x-total-count'] ?? answer.body['count']);
  }

  it('ROUTE-036 counts a user by source and a source by user alike, with a column for each stage and what an enrolment cost', async () => {
    const byUser = await tableOf('user-sources');
    const own = row(byUser.rows, 'Counsellor Northstar');
    expect(cellsOf(byUser, own.cells, 'L3', 'L1-owner', 'L2-owner', 'P4', 'M5')).toEqual([2, 2, 1, 1, null]);
    expect(cellsOf(byUser, row(own.rows!, 'Search ads').cells, 'L3')).toEqual([2]);
    expect(cellsOf(byUser, byUser.totals, 'L1-owner', 'P4', 'M5')).toEqual([4, 1, 1000]);
    expect(byUser.columns.filter(({ over }) => over === 'In stage').map(({ title }) => title.split(' ')[0])).toEqual(
      expect.arrayContaining(['Interested', 'Joined']),
    );
    const bySource = await tableOf('user-sources', '&group_by=source');
    const search = row(bySource.rows, 'Search ads');
    expect(cellsOf(bySource, search.cells, 'L3', 'L1-owner', 'M5')).toEqual([2, 3, 1000]);
    expect(cellsOf(bySource, row(search.rows!, 'Counsellor Northstar').cells, 'L3')).toEqual([2]);
    const byChannel = await tableOf('user-sources', '&group_by=channel&tab=created');
    expect(cellsOf(byChannel, row(byChannel.rows, 'Paid search').cells, 'L1-owner', 'L1u-owner', 'M1', 'M3')).toEqual([
      3,
      1,
      1000,
      1000 / 3,
    ]);
    expect(await listed('campaign-costs', 'M1', { source: [google] })).toBe(2);
  });

  it('shows costs only where there are some, and to those who may open them', async () => {
    await edit(
      test,
      test.fixture.tenants.northstar,
      `update "users_roles" set "permissions" = '[{"code":"LEADS","level":[1,2,3,6]},{"code":"Counsellor_Source_Wise","level":[1,6]}]'
      where "tenant_id" = '${test.fixture.tenants.northstar}' and "role" = 4`,
    );
    test.clock.add(61);
    const table = await tableOf('user-sources', '', counsellor);
    expect(table.columns.map(({ measure }) => measure)).toContain('P5');
    expect(table.columns.map(({ measure }) => measure)).not.toContain('M5');
    const filtered = await tableOf('user-sources', `&filters=user%3D${counsellor.userId}`);
    expect(filtered.columns.map(({ measure }) => measure)).not.toContain('M5');
  });

  it('ROUTE-038 puts spend beside the leads of its campaign, and names what is not set and not mapped', async () => {
    const table = await tableOf('utm-leads');
    expect(table.rows.map(({ title }) => title)).toEqual(expect.arrayContaining(['google', 'Not mapped', 'Not set']));
    const campaign = row(row(row(table.rows, 'google').rows!, 'cpc').rows!, 'MBA-2027');
    expect(cellsOf(table, campaign.cells, 'L1-owner', 'M1', 'M2', 'M3', 'M5')).toEqual([3, 900, 30, 300, 900]);
    expect(cellsOf(table, row(table.rows, 'Not mapped').cells, 'L1-owner', 'M1', 'M3')).toEqual([0, 100, null]);
    expect(cellsOf(table, table.totals, 'M1')).toEqual([1000]);
  });

  it('ROUTE-034 counts a lead of two colleges in both rows and once in the total, with its choices', async () => {
    const table = await tableOf('college-leads');
    const rows = table.rows.filter(({ value }) => clgs.map(String).includes(value));
    const numbers = clgs.map((clg) => cellsOf(table, rows.find(({ value }) => value === String(clg))!.cells, 'L1', 'K5'));
    expect(numbers).toEqual([
      [2, 2],
      [2, 1],
    ]);
    expect(cellsOf(table, table.totals, 'L1', 'L1u', 'P4', 'P5n')).toEqual([4, 2, 1, 25]);
    expect(cellsOf(table, row(table.rows, 'Not set').cells, 'L1')).toEqual([1]);
    // what is a number of rows counts as often as it stands there, and once in the total
    expect(clgs.map((clg) => cellsOf(table, table.rows.find(({ value }) => value === String(clg))!.cells, 'L2'))).toEqual([
      [1],
      [1],
    ]);
    expect(cellsOf(table, table.totals, 'L2')).toEqual([1]);
    const choices = await tableOf('college-leads', '&tab=choices');
    const first = choices.rows.find(({ value }) => value === String(clgs[0]))!;
    expect(cellsOf(choices, first.cells, 'K1', 'K2', 'K3')).toEqual([1, 3, 'Fees']);
    expect(await listed('leads', 'K2', { any_college: [String(clgs[0])] })).toBe(3);
    const trend = await tableOf('college-leads', '&tab=trend');
    expect([trend.group_by, trend.rows.map(({ cells }) => cells[0]!.value)]).toEqual(['day', [4]]);
  });

  it("counts the new leads of a college against its target: of a day the month's share, and no total for a lead's owner or source", async () => {
    const monthly = 31 * 4; // four a day in March
    await run(sql`update "colleges" set "target_leads" = ${monthly} where "clg_id" = ${clgs[0]}`);
    const table = await tableOf('college-leads');
    const of = (clg: number) => cellsOf(table, table.rows.find(({ value }) => value === String(clg))!.cells, 'K9', 'K10');
    expect([of(clgs[0]), of(clgs[1])]).toEqual([
      [4, 50],
      [0, null],
    ]);
    expect(await listed('colleges', 'K9', { any_college: [String(clgs[0])] })).toBe(1);
    expect(await listed('leads', 'K10', { any_college: [String(clgs[0])] })).toBe(2);
    const longer = await call(test, admin, 'GET', `reports/college-leads?from=2027-02-15&to=${day}`);
    const fortnight = longer.body['data'] as ReportTable;
    expect(cellsOf(fortnight, fortnight.totals, 'K9')).toEqual([monthly / 2 + 8]);
    const narrowed = await tableOf('college-leads', `&filters=source%3D${google}`);
    expect(cellsOf(narrowed, narrowed.totals, 'K9', 'K10')).toEqual([undefined, undefined]);
    await run(sql`update "colleges" set "target_leads" = null where "clg_id" = ${clgs[0]}`);
  });

  it('ROUTE-035 counts a re-enquiry for the college it was for, and has users and colleges as a matrix', async () => {
    const table = await tableOf('user-colleges', '&tab=choices&group_by=college');
    const second = table.rows.find(({ value }) => value === String(clgs[1]))!;
    expect(cellsOf(table, second.cells, 'K4')).toEqual([1]);
    expect(await listed('leads', 'K4', { college: [String(clgs[1])] })).toBe(1);
    const matrix = await tableOf('user-colleges', '&tab=matrix');
    const own = row(matrix.rows, 'Counsellor Northstar');
    expect(cellsOf(matrix, own.cells, 'L3', `L3-college-${clgs[0]}`, `L3-college-${clgs[1]}`)).toEqual([2, 1, 1]);
  });

  it('ROUTE-042 tells how often leads were dialled, arrived and came again', async () => {
    const contact = await tableOf('lead-frequency');
    expect(contact.values).toEqual({ dated: ['created'] });
    const keys = ['N1-dials-0', 'N1-dials-2', 'N1-dials-6', 'N1', 'N2', 'N4'];
    expect(cellsOf(contact, contact.totals, ...keys)).toEqual([2, 1, 1, 4, 2.25, 25]);
    expect(cellsOf(contact, row(contact.rows, 'Interested').cells, ...keys)).toEqual([0, 0, 1, 1, 7, 100]);
    expect(await listed('leads', 'N1', { dated: ['created'], dials: ['0'] })).toBe(2);
    const assigned = await tableOf('lead-frequency', '&filters=dated%3Dassigned');
    expect(cellsOf(assigned, assigned.totals, 'N1')).toEqual([2]);
    const arrival = await tableOf('lead-frequency', '&tab=arrival&filters=dated%3Dassigned');
    expect(cellsOf(arrival, arrival.totals, 'L1', 'L2', 'L1o', 'L1u', 'P4n', `L1-source-${fair}`)).toEqual([4, 1, 2, 2, 1, 1]);
    const returns = await tableOf('lead-frequency', '&tab=returns');
    const search = row(returns.rows, 'Search ads');
    expect(cellsOf(returns, search.cells, 'N1-captures-1', 'N1-captures-2', 'N1', 'N7-captures-1', 'N7-captures-2')).toEqual([
      2, 1, 3, 50, 0,
    ]);
    const refused = await read('user-sources', '&filters=dated%3Dcreated');
    expect(refused.body.errors).toEqual([{ path: 'filters', message: "This report has no filter 'Range on'" }]);
  });

  it('counts a lead once that has several of its dates in the range', async () => {
    const session = { tenantId: test.fixture.tenants.northstar, timezone: 'Asia/Kolkata', scope: 'tenant' } as const;
    const asked = askedBy(session, new Date(at('18:00')), { from: day, to: day });
    const counted = (values: DimensionValues): Promise<unknown> =>
      test.store.transaction(actor(session.tenantId), async (tx) => {
        const counts = await countTable(tx, asked, [], [{ measure: 'N1' }], values);
        return counts.number({ measure: 'N1' }, [])?.value;
      });
    const each = await Promise.all(['created', 'assigned', 'last_act'].map((dated) => counted({ dated: [dated] })));
    expect(each.map(Number).reduce((sum, one) => sum + one)).toBeGreaterThan(leads.length);
    expect(Number(await counted({}))).toBe(leads.length);
  });

  it('knows what is usual on a weekday: the average of the four before', async () => {
    for (const [weeks, count] of [
      [1, 1],
      [2, 2],
      [4, 3],
    ] as const)
      for (let n = 0; n < count; n++)
        await history.capture(at('09:00', new Date(Date.parse(day) - weeks * 7 * 86_400_000).toISOString().slice(0, 10)));
    const table = await tableOf('college-leads', '&tab=trend');
    expect(cellsOf(table, table.totals, 'L1', 'L1w')).toEqual([4, 1.5]);
  });
});
