import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWorld, type World } from '../leads/lead-world';
import { call, edit, signIn, type Browser } from '../support/app';
import { reachableDatabases } from '../support/postgres';

/** The other side of TRUST-S33: a branch changes only its own users. */
describe.each(await reachableDatabases())('TRUST-S33 people of another branch on $name', ({ fresh }) => {
  let world: World;
  let manager: Browser;
  const idOf = (name: string): string => world.test.fixture.users[`${name}@northstar.example`]!;
  const send = (who: Browser, method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    call(world.test, who, method, `res/${path}`, body);
  const stored = async () =>
    (await world.rows('users', `id = '${idOf('outsider')}'`)).map((row) =>
      ['status', 'permissions', 'role', 'team_ids', 'phone', 'deleted_at'].map((name) => row[name]),
    );
  const team = async (name: string): Promise<string> => String((await world.rows('teams', `name = '${name}'`))[0]!['id']);

  beforeAll(async () => {
    world = await makeWorld(await fresh());
    const { northstar } = world.test.fixture.tenants;
    for (const statement of [
      `insert into teams (tenant_id, id, name, manager_id) values ('${northstar}', 'east', 'East', '${idOf('outsider')}')`,
      `update users set team_ids = '["east"]', permissions = '[{"code":"LEADS","level":[6]}]' where id = '${idOf('outsider')}'`,
      `update users_roles set permissions = permissions || '[{"code":"USERS","level":[4]},{"code":"TEAMS","level":[4]}]' where role = 2`,
    ])
      await edit(world.test, northstar, statement);
    manager = await signIn(world.test, 'manager@northstar.example');
  });
  afterAll(() => world.test.close());

  it('are not changed, deactivated, stripped of rights, deleted or brought back by a manager who does not reach them', async () => {
    const before = await stored();
    const outsider = `users/${idOf('outsider')}`;
    const pune = await team('Pune');
    for (const patch of [
      { status: 0 },
      { permissions: [] },
      { role: 5 },
      { team_ids: [] },
      { team_ids: [pune] },
      { phone: '9800000001' },
    ]) {
      const answer = await send(manager, 'PATCH', outsider, patch);
      expect([patch, answer.status, answer.body.errors?.[0]?.path]).toEqual([patch, 403, Object.keys(patch)[0]]);
      expect(answer.text).toContain('Outsider Northstar');
    }
    expect((await send(manager, 'DELETE', outsider)).status).toBe(403);
    await edit(
      world.test,
      world.test.fixture.tenants.northstar,
      `update users set deleted_at = now() where id = '${idOf('outsider')}'`,
    );
    expect((await send(manager, 'POST', `${outsider}/restore`)).status).toBe(403);
    await edit(
      world.test,
      world.test.fixture.tenants.northstar,
      `update users set deleted_at = null where id = '${idOf('outsider')}'`,
    );
    expect(await stored()).toEqual(before);
  });

  it('keep their team and its lead', async () => {
    const west = await team('West');
    const tries = [
      ['teams/east', { member_ids: [] }],
      ['teams/east', { manager_id: null }],
      [`teams/${west}`, { member_ids: [idOf('outsider')] }],
    ] as const;
    for (const [path, patch] of tries) {
      const answer = await send(manager, 'PATCH', path, patch);
      expect([path, patch, answer.status, answer.body.errors?.[0]?.path]).toEqual([path, patch, 403, Object.keys(patch)[0]]);
    }
    expect(await world.rows('teams', `id = 'east'`)).toMatchObject([{ manager_id: idOf('outsider') }]);
    expect(await world.rows('users', `id = '${idOf('outsider')}'`)).toMatchObject([{ team_ids: ['east'] }]);
  });

  it('a manager still changes their own branch and its new members, and an administrator everyone', async () => {
    const counsellor = `users/${idOf('counsellor')}`;
    for (const patch of [{ phone: '9800000001' }, { permissions: [] }, { status: 0 }, { status: 1 }])
      expect([patch, (await send(manager, 'PATCH', counsellor, patch)).status]).toEqual([patch, 200]);
    const pune = await team('Pune');
    const members = async () => (await call(world.test, manager, 'GET', `res/teams/${pune}`)).body['member_ids'] as string[];
    const all = await members();
    const fewer = all.filter((id) => id !== idOf('counsellor'));
    expect((await send(manager, 'PATCH', `teams/${pune}`, { member_ids: fewer })).status).toBe(200);
    expect((await members()).length).toBe(all.length - 1);
    const made = await send(manager, 'POST', 'users', { name: 'New', email: 'new@example.com', role: 4, type: 'org' });
    expect([made.status, made.body['reports_to']]).toEqual([200, idOf('manager')]);
    expect((await send(manager, 'PATCH', `users/${String(made.body['id'])}`, { status: 0 })).status).toBe(200);
    expect((await send(world.admin, 'PATCH', `users/${idOf('outsider')}`, { status: 0 })).status).toBe(200);
    expect((await send(world.admin, 'PATCH', 'teams/east', { member_ids: [], manager_id: null })).status).toBe(200);
  });
});
