import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MyDay } from '../../src/schemas/calls/leads';
import type { TeamDashboard } from '../../src/schemas/calls/team-dashboard';
import { writeCell } from '../../src/schemas/kit/write-cell';
import { measureOf } from '../../src/schemas/kit/measures';
import { paceOf, targetMeasures, type ShownTarget, type ShownTargets } from '../../src/schemas/kit/targets';
import { workingDays } from '../../server/workforce/working-days';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { History } from './history';

const zone = '+05:30';
const at = (day: string, time: string): string => new Date(`${day}T${time}:00${zone}`).toISOString();

const idOf = (text: string): string => (JSON.parse(text) as { id: string }).id;
const rowsOf = ({ text }: Answer): Record<string, unknown>[] => {
  const body = JSON.parse(text) as Record<string, unknown>[] | { data: Record<string, unknown>[] };
  return Array.isArray(body) ? body : body.data;
};

describe.each(await reachableDatabases())('$name', (database) => {
  let test: TestApp;
  let tenant: string;
  let history: History;
  let admin: Browser;
  let manager: Browser;
  let lead: Browser;
  let counsellor: Browser;
  let ids: Readonly<Record<'counsellor' | 'caller' | 'outsider' | 'manager', string>>;
  let pune: string;

  beforeAll(async () => {
    test = await build({ store: await database.fresh() });
    test.clock.set(new Date(at('2027-03-10', '18:00'))); // a Wednesday
    tenant = test.fixture.tenants.northstar;
    history = new History(test.store, tenant);
    admin = await signIn(test, 'admin@northstar.example');
    manager = await signIn(test, 'manager@northstar.example');
    lead = await signIn(test, 'lead@northstar.example');
    counsellor = await signIn(test, 'counsellor@northstar.example');
    const id = (who: string): string => test.fixture.users[`${who}@northstar.example`]!;
    ids = { counsellor: id('counsellor'), caller: id('caller'), outsider: id('outsider'), manager: id('manager') };
    const teams = await call(test, admin, 'GET', 'res/teams');
    pune = rowsOf(teams).find((team) => team['name'] === 'Pune')!['id'] as string;
    for (const user of [ids.counsellor, ids.caller, ids.outsider]) {
      const owned = await history.capture(at('2027-02-20', '09:00'));
      await history.assign(owned, user, at('2027-02-20', '09:00'));
      // 23:59 on the last day of February, 00:01 on the first of March, and 00:01 on the first of April, in the tenant's zone.
      for (const [day, time] of [
        ['2027-02-28', '23:59'],
        ['2027-03-01', '00:01'],
        ['2027-03-09', '12:00'],
        ['2027-04-01', '00:01'],
      ] as const)
        await history.call({ lead: owned, user, at: at(day, time), talk: 60 });
    }
  });
  afterAll(() => test.close());
  afterEach(() => edit(test, tenant, `delete from "targets" where "tenant_id" = '${tenant}'`));

  const create = (who: Browser, values: Record<string, unknown>): Promise<Answer> =>
    call(test, who, 'POST', 'res/targets', { month: '2027-03', measure: 'C2', value: 60, ...values });
  const ok = async (answer: Promise<Answer>): Promise<string> => {
    const { code, text } = await answer;
    expect(code, text).toBe(200);
    return idOf(text);
  };
  const board = async (who: Browser, query = ''): Promise<ShownTargets> =>
    ((await call(test, who, 'GET', `dashboard/team${query}`)).body['data'] as TeamDashboard).targets!;
  const own = async (who: Browser): Promise<MyDay['targets']> =>
    ((await call(test, who, 'GET', 'dashboard/my-day')).body['data'] as MyDay).targets;
  const numbers = ({ rows }: ShownTargets): unknown[] => rows.map(({ name, cell, target }) => [name, cell.value, target]);

  it('counts the month in the zone of the tenant, and the number opens what it counted', async () => {
    await ok(create(admin, { user_id: ids.counsellor }));
    const shown = (await own(counsellor))!;
    expect(shown).toMatchObject({ month: '2027-03', from: '2027-03-01', to: '2027-03-10', is_over: false });
    expect(numbers(shown)).toEqual([['Counsellor Northstar', 2, 60]]);
    const cell = writeCell({ measure: 'C2', from: shown.from, to: shown.to, values: { user: [ids.counsellor] } });
    const listed = await call(test, admin, 'GET', `res/calls?cell=${encodeURIComponent(cell)}&limit=1`);
    expect(listed.headers['x-total-count']).toBe('2');
    // February is over, and has the call of its last minute.
    await ok(create(admin, { user_id: ids.counsellor, month: '2027-02', value: 3 }));
    const february = await board(admin, '?from=2027-02-01&to=2027-02-28');
    expect([february.is_over, numbers(february)]).toEqual([true, [['Counsellor Northstar', 1, 3]]]);
    expect(paceOf(february.rows[0]!, february.is_over)).toEqual({ state: 'short', by: 2 });
  });

  it('compares with the pace of the working days that are over', async () => {
    await ok(create(admin, { user_id: ids.counsellor, value: 54 }));
    // Without a shift, all days but Sundays: 27 in March 2027, 8 of them before the tenth.
    const [plain] = (await own(counsellor))!.rows;
    expect(plain!.days).toEqual({ over: 8, all: 27 });
    expect(paceOf(plain!, false)).toEqual({ state: 'behind', by: 14 });
    await history.shift('09:00', '18:00', [ids.counsellor], ['Saturday', 'Sunday']);
    await edit(
      test,
      tenant,
      `insert into "holidays" ("tenant_id", "id", "name", "date", "optional") values
        ('${tenant}', 'h1', 'Holi', '2027-03-03', false), ('${tenant}', 'h2', 'Optional', '2027-03-04', true)`,
    );
    await edit(
      test,
      tenant,
      `insert into "leave_types" ("tenant_id", "id", "name", "status") values ('${tenant}', 't1', 'Casual', 1)`,
    );
    await edit(
      test,
      tenant,
      `insert into "leaves" ("tenant_id", "id", "user_id", "leave_type_id", "from_date", "to_date", "half_day", "reason", "state") values
        ('${tenant}', 'l1', '${ids.counsellor}', 't1', '2027-03-05', '2027-03-05', 'first', 'x', 'approved'),
        ('${tenant}', 'l2', '${ids.counsellor}', 't1', '2027-03-30', '2027-03-31', 'none', 'x', 'approved'),
        ('${tenant}', 'l3', '${ids.counsellor}', 't1', '2027-03-29', '2027-03-29', 'none', 'x', 'pending')`,
    );
    // 23 days from Monday to Friday, without Holi, two days and half a day of leave; 7 of them are over, less Holi and the half day.
    expect((await own(counsellor))!.rows[0]!.days).toEqual({ over: 5.5, all: 19.5 });
  });

  it('knows no working day of nobody', async () => {
    const session = { tenantId: tenant } as never;
    const { actor } = await import('../support/database');
    const none = await test.store.transaction(actor(tenant), (tx) =>
      workingDays({ tx, session }, [], { first: '2027-03-01', last: '2027-03-31', today: '2027-03-10' }),
    );
    expect(none.size).toBe(0);
  });

  it('is set by managers for their scope and by admins for all; others read their own', async () => {
    const refused = await create(manager, { user_id: ids.outsider });
    expect([refused.code, refused.body.errors]).toEqual([
      422,
      [{ path: 'user_id', message: 'You can set targets only for yourself and the people below you' }],
    ]);
    expect((await create(counsellor, { user_id: ids.counsellor })).code).toBe(403);
    expect((await create(lead, { user_id: ids.counsellor })).code).toBe(403);
    const theirs = await ok(create(manager, { user_id: ids.counsellor }));
    const strange = await ok(create(admin, { user_id: ids.outsider }));
    const team = await ok(create(manager, { team_id: pune, value: 200 }));
    const listed = async (who: Browser): Promise<string[]> =>
      rowsOf(await call(test, who, 'GET', 'res/targets'))
        .map((row) => row['id'] as string)
        .sort();
    expect(await listed(manager)).toEqual([theirs, team].sort());
    expect(await listed(lead)).toEqual([theirs, team].sort());
    expect(await listed(counsellor)).toEqual([theirs]);
    expect(await listed(admin)).toEqual([theirs, strange, team].sort());
    expect((await call(test, manager, 'PATCH', `res/targets/${strange}`, { value: 1 })).code).toBe(403);
    expect((await call(test, manager, 'DELETE', `res/targets/${strange}`)).code).toBe(403);
    expect((await call(test, manager, 'PATCH', `res/targets/${theirs}`, { user_id: ids.outsider })).code).toBe(422);
    expect((await call(test, manager, 'PATCH', `res/targets/${theirs}`, { value: 70 })).code).toBe(200);
    expect(numbers(await board(manager))).toEqual([
      ['Pune', 4, 200],
      ['Counsellor Northstar', 2, 70],
    ]);
    // A counsellor sees a part of the team only, and gets no number of the whole.
    expect(numbers(await board(counsellor))).toEqual([['Counsellor Northstar', 2, 70]]);
  });

  it('a team without a manager below me is not mine; a new manager takes its targets over', async () => {
    const made = await call(test, admin, 'POST', 'res/teams', { name: 'East', manager_id: ids.outsider });
    const east = idOf(made.text);
    expect((await create(manager, { team_id: east })).body.errors).toEqual([
      { path: 'team_id', message: 'You can set targets only for teams that you or someone below you manages' },
    ]);
    const id = await ok(create(admin, { team_id: east }));
    expect(rowsOf(await call(test, manager, 'GET', 'res/targets'))).toEqual([]);
    expect((await call(test, admin, 'PATCH', `res/teams/${east}`, { manager_id: ids.manager })).code).toBe(200);
    expect(rowsOf(await call(test, manager, 'GET', 'res/targets')).map((row) => row['id'])).toEqual([id]);
  });

  it('wants a user or a team, a known measure and one target of each', async () => {
    const errorsOf = async (values: Record<string, unknown>): Promise<unknown> => (await create(admin, values)).body.errors;
    const one = [{ path: 'user_id', message: 'Choose a user or a team, one of the two' }];
    expect(await errorsOf({})).toEqual(one);
    expect(await errorsOf({ user_id: ids.counsellor, team_id: pune })).toEqual(one);
    expect(await errorsOf({ user_id: ids.counsellor, measure: 'X9' })).toMatchObject([{ path: 'measure' }]);
    expect(await errorsOf({ user_id: ids.counsellor, measure: 'W3' })).toMatchObject([{ path: 'measure' }]);
    expect(await errorsOf({ user_id: ids.counsellor, month: '2027-13' })).toEqual([
      { path: 'month', message: 'Enter the month as 2026-04' },
    ]);
    expect(await errorsOf({ user_id: ids.counsellor, value: -1 })).toMatchObject([{ path: 'value' }]);
    await ok(create(admin, { user_id: ids.counsellor }));
    expect((await create(admin, { user_id: ids.counsellor })).code).toBe(409);
  });

  it('is of a month of this century, and of a percentage no more than all', async () => {
    const refused = async (values: Record<string, unknown>): Promise<unknown> =>
      (await create(admin, { user_id: ids.counsellor, ...values })).body.errors;
    for (const month of ['0001-01', '9999-12', '2026-13'])
      expect(await refused({ month })).toEqual([{ path: 'month', message: 'Enter the month as 2026-04' }]);
    const over = [{ path: 'value', message: "The target of 'Connect %' can be up to 100 percent" }];
    expect(await refused({ measure: 'C11', value: 150 })).toEqual(over);
    const id = await ok(create(admin, { user_id: ids.counsellor, measure: 'C11', value: 100 }));
    expect((await call(test, admin, 'PATCH', `res/targets/${id}`, { value: 101 })).body.errors).toEqual(over);
    expect((await call(test, admin, 'PATCH', `res/targets/${id}`, { measure: 'C1', value: 101 })).status).toBe(200);
    expect((await call(test, admin, 'PATCH', `res/targets/${id}`, { measure: 'C11' })).body.errors).toEqual(over);
  });

  it('does not wait for users who left', async () => {
    await ok(create(admin, { user_id: ids.caller }));
    expect(numbers(await board(admin))).toEqual([['Caller Northstar', 2, 60]]);
    await edit(test, tenant, `update "users" set "status" = 0 where "id" = '${ids.caller}'`);
    expect(numbers(await board(admin))).toEqual([]);
    expect((await create(admin, { user_id: ids.caller, month: '2027-04' })).body.errors).toMatchObject([{ path: 'user_id' }]);
    await edit(test, tenant, `update "users" set "status" = 1 where "id" = '${ids.caller}'`);
  });

  it('every measure that can have a target is counted for users and for teams', async () => {
    for (const measure of targetMeasures)
      await edit(
        test,
        tenant,
        `insert into "targets" ("tenant_id", "id", "month", "measure", "value", "user_id", "team_id") values
          ('${tenant}', 'u-${measure}', '2027-03', '${measure}', 2, '${ids.counsellor}', null),
          ('${tenant}', 't-${measure}', '2027-03', '${measure}', 2, null, '${pune}')`,
      );
    const { rows } = await board(admin);
    expect(rows.map(({ id }) => id).sort()).toEqual(targetMeasures.flatMap((id) => [`u-${id}`, `t-${id}`]).sort());
    const uncounted = rows.filter(
      ({ cell, kind, column: { unit } }) => cell.value === null && (kind === 'sum' || unit === 'count' || unit === 'seconds'),
    );
    // Without a divisor there is no ratio and no average; everything else has a number.
    expect(uncounted.map(({ id }) => id.slice(2)).filter((id) => !['A9', 'C10'].includes(id))).toEqual([]);
    const talk = rows.find(({ id }) => id === 'u-C9')!;
    expect([talk.cell.value, talk.target]).toEqual([120, 7200]);
    expect(rows.filter(({ id }) => id === 't-L3').map(({ name, cell, target }) => [name, cell.value, target])).toEqual([
      ['Pune', 0, 2],
    ]);
  });

  it('targets of revenue are for those who see orders', async () => {
    await edit(test, tenant, `update "users" set "role" = 5 where "id" = '${lead.userId}'`);
    test.clock.add(61);
    const shown = await board(lead);
    expect(shown.rows.some(({ column }) => measureOf(column.measure).money)).toBe(false);
  });
});

describe('pace', () => {
  const target = (values: Partial<ShownTarget>): ShownTarget =>
    ({ kind: 'sum', cell: { value: 42 }, target: 60, days: { over: 25, all: 30 }, ...values }) as ShownTarget;
  it.each([
    [{}, { state: 'behind', by: 8 }],
    [{ cell: { value: 49.5 } }, { state: 'on', by: 0 }],
    [{ cell: { value: 53 } }, { state: 'ahead', by: 3 }],
    [{ cell: { value: 61 } }, { state: 'reached', by: 1 }],
    [{ days: { over: 0, all: 0 } }, { state: 'ahead', by: 42 }],
    [{ kind: 'least', cell: { value: 80 }, target: 90 } as const, { state: 'off', by: 10 }],
    [{ kind: 'least', cell: { value: null }, target: 90 } as const, { state: 'none', by: 0 }],
    [{ kind: 'most', cell: { value: 5 }, target: 5 } as const, { state: 'on', by: 0 }],
    [{ kind: 'most', cell: { value: 8 }, target: 5 } as const, { state: 'off', by: 3 }],
  ])('%o', (values, pace) => expect(paceOf(target(values), false)).toEqual(pace));
  it('a month that is over is reached or short', () => {
    expect(paceOf(target({}), true)).toEqual({ state: 'short', by: 18 });
    expect(paceOf(target({ cell: { value: 60 } }), true)).toEqual({ state: 'reached', by: 0 });
  });
});
