import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeCell } from '../../src/schemas/kit/write-cell';
import type { ReportTable, ShownCard } from '../../src/schemas/kit/report';
import { History } from './history';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { reachableDatabases } from '../support/postgres';

const today = '2027-03-10';
const at = (time: string, day = today): string => new Date(`${day}T${time}:00+05:30`).toISOString();

describe.each(await reachableDatabases())('$name', (database) => {
  let test: TestApp;
  let admin: Browser;
  let counsellor: Browser;
  let history: History;
  const leads: string[] = [];
  beforeAll(async () => {
    test = await build({ store: await database.fresh() });
    test.clock.set(new Date(at('18:00')));
    const tenant = test.fixture.tenants.northstar;
    await edit(
      test,
      tenant,
      `update "users_roles" set "permissions" = '[{"code":"LEADS","level":[1,2,3,6]},{"code":"My_Today_Activity","level":[1,5,6]}]'
      where "tenant_id" = '${tenant}' and "role" = 4`,
    );
    history = new History(test.store, tenant);
    admin = await signIn(test, 'admin@northstar.example');
    counsellor = await signIn(test, 'counsellor@northstar.example');
    const [me, other] = [counsellor.userId!, test.fixture.users['outsider@northstar.example']!];
    for (const [time, user] of [
      ['09:00', me],
      ['09:10', me],
      ['09:20', other],
    ] as const) {
      const lead = await history.capture(at(time));
      await history.assign(lead, user, at(time));
      leads.push(lead);
    }
    const [touched = '', waiting = '', theirs = ''] = leads;
    await history.call({ lead: touched, user: me, at: at('10:05'), talk: 80 });
    await history.callAction({ lead: touched, user: me, at: at('10:10'), stage: 'Interested' });
    await history.followUp({ lead: waiting, user: me, at: at('08:00', '2027-03-09'), due: at('11:00') });
    await history.call({ lead: waiting, user: null, at: at('12:00'), direction: 'inbound', outcome: 'missed', offered: [me] });
    await history.call({ lead: theirs, user: other, at: at('10:05'), talk: 20 });
    // In the seven days before: seven calls on one day are one a day on average.
    for (let n = 0; n < 7; n++) await history.call({ lead: touched, user: me, at: at(`1${n}:00`, '2027-03-05'), talk: 0 });
  });
  afterAll(() => test.close());

  const tableOf = (answer: Answer): ReportTable => {
    expect(answer.text.slice(0, 300)).toContain('"code":200');
    return answer.body['data'] as ReportTable;
  };
  const mine = (query = ''): Promise<Answer> => call(test, counsellor, 'GET', `reports/today-activity${query}`);
  const home = async (query: string): Promise<ReportTable> =>
    tableOf(await call(test, admin, 'GET', `reports/home-dashboard${query}`));
  const card = ({ cards = [] }: ReportTable, id: string): ShownCard => cards.find((one) => one.id === id)!;
  const tile = (table: ReportTable, measure: string): unknown => {
    const { columns, totals } = card(table, 'day');
    return totals[columns.findIndex((one) => one.measure === measure)];
  };

  it('shows the reader the own day against the average of seven days', async () => {
    const table = tableOf(await mine());
    expect(table.values).toEqual({ user: [counsellor.userId] });
    expect(card(table, 'day').against).toBe('average');
    expect(tile(table, 'L3')).toEqual({ value: 2, before: 0 });
    expect(tile(table, 'C1')).toEqual({ value: 1, before: 1 });
    expect(tile(table, 'L5')).toMatchObject({ value: 1 });
    expect(table.rows.map(({ title }) => title)).toContain('10:00');
  });

  it('lists what is still open: late follow-ups, missed calls, untouched leads', async () => {
    const table = tableOf(await mine());
    const listed = (id: string): (string | undefined)[] => card(table, id).list!.map(({ lead_id }) => lead_id);
    expect([listed('due'), listed('missed'), listed('untouched')]).toEqual([[leads[1]], [leads[1]], [leads[1]]]);
  });

  it.each([
    [`?from=2027-02-07&to=2027-02-07`, 'from', 'You can go back 30 days'],
    [`?from=2027-03-09&to=${today}`, 'to', 'Please select only one date.'],
    ['?filters=user%3Dsomebody', 'filters', "This report has no filter 'User'"],
  ])('refuses %s with a sentence at %s', async (query, path, message) => {
    const answer = await mine(query);
    expect([answer.code, answer.body.errors]).toEqual([422, [{ path, message }]]);
  });

  it('tells the acts of the day with stages, talk and comment', async () => {
    const cell = writeCell({ measure: 'A2', from: today, to: today, values: { user: [counsellor.userId!] } });
    const { body } = await call(test, counsellor, 'GET', `reports/acts?cell=${encodeURIComponent(cell)}`);
    expect(body['data']).toMatchObject([
      { kind: 'call_action', lead_id: leads[0], from_stage: null, to_stage: expect.stringMatching(/^Interested/) },
      { kind: 'call_out', lead_id: leads[0], talk_s: 80, to_stage: null },
    ]);
  });

  it('shows a manager the same numbers of that user, and of several side by side', async () => {
    const own = tableOf(await mine());
    const one = await home(`?filters=${encodeURIComponent(`user=${counsellor.userId}`)}`);
    for (const measure of ['L3', 'L5', 'A2', 'C1', 'C9', 'F5'])
      expect([measure, tile(one, measure)]).toEqual([measure, tile(own, measure)]);
    const all = await home('');
    expect(tile(all, 'L3')).toMatchObject({ value: 3 });
    expect(all.rows.find(({ value }) => value === counsellor.userId)!.cells[0]).toEqual({ value: 2 });
    expect(card(all, 'calls').totals[0]).toEqual({ value: 2 });
  });

  it('ages leads by the days since their last act', async () => {
    const set = (lead: string, act: string): Promise<unknown> =>
      edit(test, test.fixture.tenants.northstar, `update "leads" set "last_act_at" = ${act} where "id" = '${lead}'`);
    await set(leads[0]!, `'${at('23:59', '2027-03-08')}'`);
    await set(leads[1]!, 'null');
    await set(leads[2]!, `'${at('00:01', '2027-01-01')}'`);
    const { rows, columns } = card(await home(`?filters=${encodeURIComponent(`user=${counsellor.userId}`)}`), 'idle');
    expect(columns[0]!.measure).toBe('S2');
    expect(rows.map(({ title, value, cells }) => [title, value, cells[0]!.value])).toEqual([
      ['2–3 days', '2', 1],
      ['Never', '', 1],
    ]);
  });

  it('averages days that are counted one by one, and none where a number is not of days', async () => {
    const me = counsellor.userId!;
    const lead = await history.capture(at('12:00', '2027-03-04'));
    await history.assign(lead, me, at('12:00', '2027-03-04'));
    await history.note(lead, me, at('12:00', '2027-03-05')); // untouched on its own day
    expect(tile(tableOf(await mine()), 'L5')).toMatchObject({ before: 1 / 7 });

    const cards = ['S2', 'L9', 'C10', 'F2'].map((measure, n) => ({ id: `added-${n}`, measure }));
    const kept = await call(test, admin, 'PUT', 'dashboard/layout', { view: 'team', cards });
    expect([kept.code, kept.text]).toEqual([200, expect.any(String)]);
    await history.call({ lead, user: me, at: at('13:00', '2027-03-05'), talk: 30 });
    const numbers = async (query: string): Promise<unknown> => {
      const { cards: shown = [] } = tableOf(await call(test, admin, 'GET', `dashboard/team?${query}`));
      return shown.flatMap(({ id, columns, totals }) =>
        id.startsWith('added-') ? [[columns[0]!.measure, totals[0]!.before]] : [],
      );
    };
    expect(await numbers(`from=${today}&to=${today}`)).toEqual([
      ['S2', null],
      ['L9', null],
      ['C10', 30],
      ['F2', 0],
    ]);
    // Against the days before: the stage of then is not known, its owner is.
    expect(await numbers(`from=2027-03-09&to=${today}`)).toEqual([
      ['S2', null],
      ['L9', 0],
      ['C10', null],
      ['F2', 0],
    ]);
  });

  it('needs the code of the report', async () => {
    expect((await call(test, counsellor, 'GET', 'reports/home-dashboard')).code).toBe(403);
  });
});
