import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groupDimensions, summaryGroups } from '../../src/schemas/kit/call-summary';
import { reports } from '../../src/schemas/kit/all';
import type { Cell } from '../../src/schemas/kit/cells';
import { writeCell } from '../../src/schemas/kit/write-cell';
import { dimensionOf, dimensions, isDimension, type Dimension } from '../../src/schemas/kit/dimensions';
import { measures, measureOf, type MeasureId } from '../../src/schemas/kit/measures';
import type { ReportTable, ShownRow } from '../../src/schemas/kit/report';
import { newId } from '../../server/store/ids';
import { History } from '../measures/history';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { reachableDatabases } from '../support/postgres';

const day = '2027-03-02';
const at = (time: string): string => new Date(`${day}T${time}:00+05:30`).toISOString();
const codes = reports.flatMap(({ access }) => (typeof access === 'object' && 'code' in access ? [access.code] : []));
const rupees = (Object.keys(measures) as MeasureId[]).filter((id) => measureOf(id).money);

/** Every way to a number and to the rows behind it, tried by those who may not have them. */
describe.each(await reachableDatabases())('walls of reports on $name', (database) => {
  let test: TestApp;
  let admin: Browser;
  let counsellor: Browser;
  let finance: Browser;
  let stranger: Browser;
  let other: string;
  let mine: string;
  let theirs: string;
  let history: History;
  beforeAll(async () => {
    test = await build({ store: await database.fresh() });
    test.clock.set(new Date(at('18:00')));
    const tenant = test.fixture.tenants.northstar;
    history = new History(test.store, tenant);
    other = test.fixture.users['outsider@northstar.example']!;
    const counsellorId = test.fixture.users['counsellor@northstar.example']!;
    mine = await history.capture(at('09:00'));
    await history.assign(mine, counsellorId, at('09:05'));
    await history.note(mine, counsellorId, at('09:10'));
    await history.call({ lead: mine, user: counsellorId, at: at('09:20'), talk: 60 });
    theirs = await history.capture(at('10:00'));
    await history.assign(theirs, other, at('10:05'));
    await history.note(theirs, other, at('10:10'));
    await history.call({ lead: theirs, user: other, at: at('10:20'), talk: 90 });
    await history.followUp({ lead: theirs, user: other, at: at('10:30'), due: at('11:00') });
    const all = JSON.stringify(
      [...new Set(['LEADS', 'TEAMS', 'Advance_Call_History_Counsellor', ...codes])].map((code) => ({
        code,
        level: [1, 2, 3, 4, 5, 6],
      })),
    );
    for (const role of [4, 5])
      await edit(
        test,
        tenant,
        `update "users_roles" set "permissions" = '${all}', "data_scope" = 'own' where "tenant_id" = '${tenant}' and "role" = ${role}`,
      );
    await edit(test, tenant, `update "users" set "role" = 5 where "id" = '${test.fixture.users['caller@northstar.example']}'`);
    admin = await signIn(test, 'admin@northstar.example');
    counsellor = await signIn(test, 'counsellor@northstar.example');
    finance = await signIn(test, 'caller@northstar.example');
    stranger = await signIn(test, 'admin@lakeview.example');
  });
  afterAll(() => test.close());

  const read = (who: Browser, name: string, query: string): Promise<Answer> => call(test, who, 'GET', `reports/${name}?${query}`);
  const daysOf = ({ ahead, range }: { readonly ahead?: number; readonly range: string }): string =>
    ahead || range ? `from=${day}&to=${day}` : '';
  const rowsOf = (rows: readonly ShownRow[]): ShownRow[] => rows.flatMap((row) => [row, ...rowsOf(row.rows ?? [])]);
  const sums = (table: ReportTable): number =>
    [table.totals, ...rowsOf(table.rows).map(({ cells }) => cells)]
      .flat()
      .reduce((sum, { value }) => sum + (typeof value === 'number' ? value : 0), 0);
  const open = (who: Browser, list: string, cell: Omit<Cell, 'from' | 'to'>): Promise<Answer> =>
    call(
      test,
      who,
      'GET',
      list === 'acts'
        ? `reports/acts?cell=${encodeURIComponent(writeCell({ from: day, to: day, ...cell }))}`
        : `res/${list}?cell=${encodeURIComponent(writeCell({ from: day, to: day, ...cell }))}`,
    );

  it.each(reports.map(({ report }) => [report.name, report] as const))(
    '%s has no number of a colleague for someone who sees the own leads alone, whatever is asked for',
    async (name, report) => {
      if (report.access === 'role 1') return expect((await read(counsellor, name, daysOf(report))).code).toBe(403);
      for (const tab of report.tabs.filter(({ list }) => !list)) {
        const filter = report.filters.includes('user') ? 'user' : report.filters.includes('owner') ? 'owner' : undefined;
        const asked = `${daysOf(report)}&tab=${tab.id}${filter ? `&filters=${filter}%3D${other}` : ''}`;
        const answer = await read(counsellor, name, asked);
        expect([tab.id, answer.code]).toEqual([tab.id, 200]);
        expect(answer.text).not.toContain(theirs);
        if (!filter || report.own) continue;
        expect([tab.id, sums(answer.body['data'] as ReportTable)]).toEqual([tab.id, 0]);
        expect(rowsOf((answer.body['data'] as ReportTable).rows).map(({ value }) => value)).not.toContain(other);
      }
    },
  );

  it('opens no row of a colleague from a cell that someone wrote by hand', async () => {
    for (const [list, measure] of [
      ['leads', 'L3'],
      ['leads', 'L6'],
      ['leads', 'S2'],
      ['calls', 'C1'],
      ['follow-ups', 'F2'],
      ['acts', 'A2'],
    ] as const) {
      const [own, colleague] = [
        await open(admin, list, { measure, values: { user: [other] } }),
        await open(counsellor, list, { measure, values: { user: [other] } }),
      ];
      expect([list, measure, own.text.includes(theirs)]).toEqual([list, measure, true]);
      expect([list, measure, colleague.text.includes(theirs)]).toEqual([list, measure, false]);
    }
  });

  it('has nothing of another tenant: not its users as a filter, not its leads behind a cell', async () => {
    for (const { report } of reports) {
      const answer = await read(stranger, report.name, daysOf(report));
      expect([report.name, answer.code]).toEqual([report.name, 200]);
      for (const id of [mine, theirs, other, counsellor.userId!])
        expect([report.name, answer.text.includes(id)]).toEqual([report.name, false]);
    }
    const leads = await open(stranger, 'leads', { measure: 'L3', values: { user: [other] } });
    expect([leads.status, leads.headers['x-total-count']]).toEqual([200, '0']);
    const acts = await open(stranger, 'acts', { measure: 'A2', values: {} });
    expect(acts.body['data']).toEqual([]);
  });

  it('TRUST-S4 what a role does not see of calls is no group, no filter and no cell of its reports', async () => {
    const ofCalls = Object.keys(dimensions).filter((id) => isDimension(id) && (dimensionOf(id) as Dimension).ofCall);
    const rules = (ids: readonly string[]): Promise<Answer> =>
      call(test, admin, 'PATCH', 'res/users-roles/4', {
        field_rules: ids.map((id) => {
          const { ofCall }: Dimension = dimensionOf(id as keyof typeof dimensions);
          return { resource: 'calls', field: ofCall, rule: 'hidden' };
        }),
      });
    const grouped = reports.flatMap(({ report }) =>
      report.rows
        .filter(({ levels }) => levels.some((id) => ofCalls.includes(id)))
        .map(
          ({ id }) =>
            `${report.name}?${daysOf(report)}&group_by=${id}&tab=${report.tabs.find(({ rows }) => rows?.includes(id))?.id}`,
        ),
    );
    const summaries = summaryGroups.filter((group) => ofCalls.includes(groupDimensions[group]));
    const codesNow = async (): Promise<number[]> => {
      const found: number[] = [];
      for (const address of grouped) found.push((await call(test, counsellor, 'GET', `reports/${address}`)).code);
      for (const group of summaries)
        found.push((await call(test, counsellor, 'GET', `calls/history-summary?group=${group}&started_at_between=today`)).code);
      return found;
    };
    expect([ofCalls.length > 3, grouped.length > 0, summaries.length]).toEqual([true, true, 3]);
    expect(new Set(await codesNow())).toEqual(new Set([200]));
    expect((await rules(ofCalls)).code).toBe(200);
    test.clock.add(61); // rights are at most a minute old (D-017)
    expect(new Set(await codesNow())).toEqual(new Set([422]));
    for (const id of ofCalls) {
      const answer = await open(counsellor, 'calls', { measure: 'C1', values: { [id]: ['x'] } });
      expect([id, answer.code, answer.body.errors?.[0]?.path]).toEqual([id, 403, 'cell']);
      for (const { report } of reports.filter((one) => (one.report.filters as readonly string[]).includes(id))) {
        const filtered = await read(counsellor, report.name, `${daysOf(report)}&filters=${id}%3Dx`);
        expect([report.name, id, filtered.code]).toEqual([report.name, id, 422]);
      }
    }
    expect((await rules([])).code).toBe(200);
    test.clock.add(61);
  });

  it('TRUST-S4 what a role does not see of leads is in no row, column, card or chart of its reports', async () => {
    const { northstar } = test.fixture.tenants;
    const stage = await history.stage('Unseen stage');
    const [source, clg] = [newId(), 987_654];
    await edit(
      test,
      northstar,
      `insert into "colleges" ("tenant_id", "clg_id", "clg_name") values ('${northstar}', ${clg}, 'Unseen college')`,
    );
    await edit(
      test,
      northstar,
      `insert into "lead_sources" ("tenant_id", "id", "name") values ('${northstar}', '${source}', 'Unseen source')`,
    );
    const lead = await history.capture(at('14:00'), undefined, { source, clg });
    await history.assign(lead, counsellor.userId!, at('14:05'));
    await history.callAction({ lead, user: counsellor.userId!, at: at('14:10'), stage: 'Unseen stage' });
    await history.followUp({ lead, user: counsellor.userId!, at: at('14:10'), due: at('15:00') });
    await edit(test, northstar, `update "leads" set "utm_source" = 'unseen utm' where "id" = '${lead}'`);
    const found = async (): Promise<string[]> => {
      const seen = new Set<string>();
      for (const { report, access } of reports)
        for (const tab of report.tabs) {
          if (access === 'role 1') continue;
          const { code, text } = await read(counsellor, report.name, `${daysOf(report)}&tab=${tab.id}`);
          expect([report.name, tab.id, [200, 422].includes(code)]).toEqual([report.name, tab.id, true]);
          for (const one of [stage, source, `"${clg}"`, 'unseen utm']) if (text.includes(one)) seen.add(one);
        }
      return [...seen].toSorted();
    };
    const fields = ['stage_id', 'last_callaction_btn_message', 'prmary_source', 'last_source', 'source', 'clg_id', 'utm_source'];
    const rules = fields.map((field) => ({ resource: 'leads', field, rule: 'hidden' }));
    expect(await found()).toHaveLength(4);
    expect((await call(test, admin, 'PATCH', 'res/users-roles/4', { field_rules: rules })).code).toBe(200);
    test.clock.add(61); // rights are at most a minute old (D-017)
    expect(await found()).toEqual([]);
    expect((await call(test, admin, 'PATCH', 'res/users-roles/4', { field_rules: [] })).code).toBe(200);
    test.clock.add(61);
    await history.remove(lead, at('16:00'));
  });

  it('D-022 role 5 gets no amount, whatever its codes: no column, no cell, no card, no export', async () => {
    for (const { report, access } of reports) {
      for (const tab of report.tabs.filter(({ list }) => !list)) {
        const answer = await read(finance, report.name, `${daysOf(report)}&tab=${tab.id}`);
        if (access === 'role 1') {
          expect(answer.code).toBe(403);
          continue;
        }
        const table = answer.body['data'] as ReportTable;
        const shown = [...table.columns, ...(table.cards ?? []).flatMap(({ columns }) => columns)].map(({ measure }) => measure);
        expect([report.name, tab.id, shown.filter((id) => rupees.includes(id))]).toEqual([report.name, tab.id, []]);
        const file = await read(finance, report.name, `${daysOf(report)}&tab=${tab.id}&format=csv`);
        expect([report.name, tab.id, file.text.includes('Revenue')]).toEqual([report.name, tab.id, false]);
      }
    }
    for (const measure of rupees) {
      const { opens } = measureOf(measure);
      const answer = await open(finance, opens, { measure, values: {} });
      expect([measure, answer.code]).toEqual([measure, 403]);
    }
    const card = await call(test, finance, 'PUT', 'dashboard/layout', {
      view: 'day',
      cards: [{ id: 'added-1', measure: 'R1' }],
    });
    expect(card.code).not.toBe(200);
  });

  it('a schedule and a target name nobody of another tenant, and nobody outside the own scope', async () => {
    const foreign = test.fixture.users['counsellor@lakeview.example']!;
    const schedule = (who: Browser, users: readonly string[]): Promise<Answer> =>
      call(test, who, 'POST', 'report-schedules', {
        report: 'user-productivity',
        name: 'Numbers',
        range: 'yesterday',
        frequency: 'daily',
        hour: 9,
        user_ids: users,
      });
    const refused = await schedule(admin, [foreign]);
    expect([refused.code, refused.body.errors?.[0]?.path]).toEqual([422, 'user_ids']);
    const kept = await schedule(admin, [admin.userId!]);
    const id = (kept.body['data'] as { id: string }).id;
    for (const who of [stranger, counsellor]) {
      expect((await call(test, who, 'PATCH', `report-schedules?id=${id}`, { status: 0 })).code).toBe(404);
      expect((await call(test, who, 'DELETE', `report-schedules?id=${id}`)).code).toBe(404);
    }
    const target = (who: Browser, user: string): Promise<Answer> =>
      call(test, who, 'POST', 'res/targets', { month: '2027-03', measure: 'C2', value: 5, user_id: user });
    expect((await target(admin, foreign)).code).toBe(422);
    expect((await target(counsellor, other)).code).toBeGreaterThanOrEqual(400);
    expect((await target(admin, other)).code).toBe(200);
    expect((await call(test, counsellor, 'GET', 'res/targets')).text).not.toContain(other);
  });

  it('a layout for a role is set by an admin, of roles of the own tenant', async () => {
    const put = (who: Browser, role: number): Promise<Answer> =>
      call(test, who, 'PUT', 'dashboard/layout', { view: 'day', role });
    expect((await put(counsellor, 4)).code).toBe(403);
    expect((await put(admin, 911)).code).toBe(422);
  });
});
