import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserHierarchy } from '../../src/schemas/calls/user-hierarchy';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { runDueJobsWell } from '../support/due-jobs';
import { reachableDatabases } from '../support/postgres';

/** 18:00 in India on 9 March. */
const start = new Date('2027-03-09T12:30:00.000Z');
const hour = 3600;

describe.each(await reachableDatabases())('a move in the hierarchy on a later day, $name', ({ fresh }) => {
  let test: TestApp;
  let admin: Browser;
  let manager: Browser;
  const id = (name: string): string => test.fixture.users[`${name}@northstar.example`]!;
  beforeAll(async () => {
    test = await build({ store: await fresh() });
    test.clock.set(start);
    [admin, manager] = [await signIn(test, 'admin@northstar.example'), await signIn(test, 'manager@northstar.example')];
  });
  afterAll(() => test.close());

  const plan = (who: Browser, name: string, under: string | null, on: string): Promise<Answer> =>
    call(test, who, 'PUT', `users/${id(name)}/planned-move`, { reports_to: under && id(under), on });
  const cancel = (who: Browser, name: string): Promise<Answer> => call(test, who, 'DELETE', `users/${id(name)}/planned-move`);
  const move = (who: Browser, name: string, under: string): Promise<Answer> =>
    call(test, who, 'PATCH', `res/users/${id(name)}`, { reports_to: id(under) });
  const person = async (name: string, who = admin) =>
    ((await call(test, who, 'GET', 'users/hierarchy')).body['data'] as UserHierarchy).people.find((one) => one.id === id(name))!;
  const told = async (name: string): Promise<string[]> =>
    (
      await test.store.admin(
        `select "notifications"->>'message' as m from notifications where user_id = '${id(name)}' and "notifications"->>'type' = 'planned_move' order by seq`,
      )
    ).map((row) => String(row['m']));
  /** The clock goes on, and jobs whose time has come run. */
  const after = async (seconds: number): Promise<void> => {
    test.clock.add(seconds);
    const now = test.services.now().toISOString();
    await test.store.admin(`update "jobs" set "run_at" = clock_timestamp() where "state" = 'queued' and "run_at" <= '${now}'`);
    await runDueJobsWell(test);
    admin = await signIn(test, 'admin@northstar.example');
  };

  it('waits for its day, is visible until then, and is carried out when the day begins in the tenant’s zone', async () => {
    expect(await plan(admin, 'outsider', 'manager', '2027-03-09')).toMatchObject({ code: 422 });
    expect(await plan(admin, 'outsider', 'manager', '2028-03-20')).toMatchObject({ code: 422 });
    expect((await plan(admin, 'outsider', 'manager', '2027-03-10')).body['message']).toBe('The move is planned for 10 Mar 2027.');
    expect(await person('outsider')).toMatchObject({
      reports_to: id('admin'),
      planned: { on: '2027-03-10', reports_to: id('manager') },
    });
    await after(5 * hour); // 23:00
    expect(await person('outsider')).toMatchObject({ reports_to: id('admin') });
    await after(1.5 * hour);
    expect(await person('outsider')).toMatchObject({ reports_to: id('manager'), planned: null });
    expect(await told('admin')).toEqual(['Outsider Northstar has moved under Manager Northstar, as planned for 10 Mar 2027']);
  });

  it('is in the file of the tree: under whom, and from which day', async () => {
    await plan(admin, 'outsider', 'lead', '2027-04-01');
    await plan(admin, 'manager', null, '2027-04-02');
    const asked = await call(test, admin, 'POST', 'users/hierarchy/export', {});
    await runDueJobsWell(test);
    const { export_id: file } = asked.body['data'] as { export_id: string };
    const { url } = (await call(test, admin, 'GET', `exports/${file}`)).body['data'] as { url: string };
    const lines = (await call(test, admin, 'GET', url.replace('/api/', ''))).text.replace('\uFEFF', '').trim().split('\r\n');
    const lineOf = (name: string): string => lines.find((line) => line.split(',')[1] === `${name} Northstar`)!;
    expect(lines[0]).toMatch(/,Moves under,Moves on$/);
    expect(lineOf('Outsider')).toMatch(/,Lead Northstar,2027-04-01$/);
    expect(lineOf('Manager')).toMatch(/,"Nobody, at the top",2027-04-02$/);
    expect(lineOf('Lead')).toMatch(/,,$/);
    for (const name of ['outsider', 'manager']) await cancel(admin, name);
  });

  it('can be replaced and cancelled', async () => {
    await plan(admin, 'outsider', 'lead', '2027-03-12');
    await plan(admin, 'outsider', null, '2027-03-13');
    expect(await person('outsider')).toMatchObject({ planned: { on: '2027-03-13', reports_to: null } });
    expect(await cancel(admin, 'outsider')).toMatchObject({ code: 200 });
    expect(await cancel(admin, 'outsider')).toMatchObject({ code: 404 });
    await after(5 * 24 * hour);
    expect(await person('outsider')).toMatchObject({ reports_to: id('manager'), planned: null });
  });

  it('is refused at once where a move now would be: a loop, people out of reach, a scope that grows', async () => {
    manager = await signIn(test, 'manager@northstar.example');
    const loop = await plan(admin, 'manager', 'lead', '2027-03-20');
    expect([loop.code, JSON.stringify(loop.body['errors'])]).toEqual([422, expect.stringContaining('would form a loop')]);
    expect(await plan(manager, 'backoffice', 'manager', '2027-03-20')).toMatchObject({ code: 403 });
    expect(await cancel(manager, 'backoffice')).toMatchObject({ code: 403 });
    expect(await plan(await signIn(test, 'counsellor@northstar.example'), 'caller', 'lead', '2027-03-20')).toMatchObject({
      code: 403,
    });
    expect(
      await call(test, admin, 'PUT', 'users/nobody/planned-move', { reports_to: id('lead'), on: '2027-03-20' }),
    ).toMatchObject({ code: 404 });
    expect(await person('manager')).toMatchObject({ reports_to: id('admin'), planned: null });
  });

  it('is checked again on its day: a loop by then is refused, and the planner hears why', async () => {
    await plan(admin, 'counsellor', 'caller', '2027-03-20');
    await move(admin, 'caller', 'counsellor');
    await after(10 * 24 * hour);
    expect(await person('counsellor')).toMatchObject({ reports_to: id('lead'), planned: null });
    expect((await told('admin')).at(-1)).toBe(
      'Counsellor Northstar could not be moved under Caller Northstar on 20 Mar 2027: Reports to would form a loop',
    );
    await move(admin, 'caller', 'lead');
  });

  it('is carried out with the rights that the planner has then: of one who lost them, or is gone, it is refused', async () => {
    manager = await signIn(test, 'manager@northstar.example');
    expect(await plan(manager, 'caller', 'manager', '2027-04-02')).toMatchObject({ code: 200 });
    await edit(
      test,
      test.fixture.tenants.northstar,
      `update users set reports_to = '${id('admin')}' where id in ('${id('lead')}', '${id('caller')}')`,
    );
    await edit(test, test.fixture.tenants.northstar, `update users set team_ids = '[]' where id = '${id('caller')}'`);
    await after(14 * 24 * hour);
    expect(await person('caller')).toMatchObject({ reports_to: id('admin'), planned: null });
    expect((await told('manager')).at(-1)).toMatch(
      /^Caller Northstar could not be moved under Manager Northstar on 2 Apr 2027: You cannot/,
    );
    manager = await signIn(test, 'manager@northstar.example');
    expect(await plan(manager, 'outsider', 'outsider', '2027-04-20')).toMatchObject({ code: 422 });

    const before = (await told('admin')).length;
    await edit(
      test,
      test.fixture.tenants.northstar,
      `update users set reports_to = '${id('manager')}' where id = '${id('caller')}'`,
    );
    await plan(manager, 'caller', 'outsider', '2027-04-20');
    await edit(test, test.fixture.tenants.northstar, `update users set status = 0 where id = '${id('manager')}'`);
    await after(20 * 24 * hour);
    expect(await person('caller')).toMatchObject({ reports_to: id('manager') });
    expect((await told('admin')).slice(before)).toEqual([
      'Caller Northstar could not be moved under Outsider Northstar on 20 Apr 2027: The person who started this can no longer sign in.',
    ]);
  });
});
