import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, edit, signIn, type Browser } from '../support/app';
import { makeWorld, type World } from '../leads/lead-world';

/** A user who manages users or roles cannot reach above their own role. */
let world: World;
let manager: Browser;
let users: Readonly<Record<string, string>>;
const custom: Record<string, number> = {};
beforeAll(async () => {
  world = await makeWorld();
  users = world.test.fixture.users;
  const { northstar } = world.test.fixture.tenants;
  await edit(
    world.test,
    northstar,
    `update users_roles set permissions = permissions || '[{"code":"USER_ROLES","level":[1,2,3,4,5,6]}]' where role = 2`,
  );
  const more = [
    ['Auditor', { data_scope: 'own', permissions: [{ code: 'Rule_Engine', level: [1, 6] }] }],
    ['Wide', { data_scope: 'tenant', permissions: [{ code: 'LEADS', level: [1] }] }],
    ['Small', { data_scope: 'own', permissions: [{ code: 'LEADS', level: [1] }] }],
  ] as const;
  for (const [role_name, values] of more) {
    const made = await call(world.test, world.admin, 'POST', 'res/users-roles', { role_name, ...values });
    if (made.status !== 200) throw new Error(made.text);
    custom[role_name] = (made.body as unknown as { role: number }).role;
  }
  world.test.clock.add(61);
  manager = await signIn(world.test, 'manager@northstar.example');
});
afterAll(() => world.test.close());

const draft = (role: number) => ({
  name: 'New',
  email: `new${role}.${Math.random().toString(36).slice(2)}@example.com`,
  role,
  type: 'org',
  password: 'a long pass phrase',
});

describe('rights of users who grant rights', () => {
  it('a new user’s role has no more rights and no wider scope than the role of the user who creates it', async () => {
    const codes: Record<string, number> = {};
    for (const [name, role] of Object.entries({ admin: 1, manager: 2, leader: 3, counsellor: 4, ...custom }))
      codes[name] = (await call(world.test, manager, 'POST', 'res/users', draft(role))).status;
    expect(codes).toEqual({ admin: 403, manager: 200, leader: 200, counsellor: 200, Auditor: 403, Wide: 403, Small: 200 });
  });

  it('an account with more rights cannot be taken over by changing its password, email or role', async () => {
    const boss = (await call(world.test, world.admin, 'POST', 'res/users', draft(custom['Auditor']!))).body as unknown as {
      id: string;
    };
    for (const id of [users['admin@northstar.example']!, boss.id])
      for (const patch of [
        { password: 'a stolen pass phrase' },
        { email: 'mine@example.com' },
        { role: 4 },
        { status: 0 },
        { permissions: [] },
      ])
        expect([patch, (await call(world.test, manager, 'PATCH', `res/users/${id}`, patch)).status]).toEqual([patch, 403]);
    const mine = `res/users/${users['manager@northstar.example']!}`;
    expect((await call(world.test, manager, 'PATCH', mine, { role: custom['Auditor'] })).status).toBe(403);
    expect((await call(world.test, manager, 'PATCH', mine, { permissions: [{ code: 'LEADS', level: [6] }] })).status).toBe(403);
    // nor does anyone see more through another team, another manager or another user type
    const [pune] = await world.rows('teams', `name = 'Pune'`);
    for (const patch of [{ team_ids: [pune!['id']] }, { reports_to: users['lead@northstar.example'] }, { type: 'college' }])
      expect([patch, (await call(world.test, manager, 'PATCH', mine, patch)).status]).toEqual([patch, 403]);
    expect(
      (await call(world.test, manager, 'PATCH', `res/users/${users['counsellor@northstar.example']!}`, { phone: '9800000001' }))
        .status,
    ).toBe(200);
  });

  it('nobody widens their own role or makes another role wider than it', async () => {
    for (const patch of [{ data_scope: 'tenant' }, { field_rules: [] }, { base_role: 2 }, { permissions: [] }])
      expect([patch, (await call(world.test, manager, 'PATCH', 'res/users-roles/2', patch)).status]).toEqual([patch, 403]);
    const role = { role_name: 'Mine', permissions: [] };
    expect((await call(world.test, manager, 'POST', 'res/users-roles', { ...role, data_scope: 'tenant' })).status).toBe(422);
    expect(
      (await call(world.test, manager, 'POST', 'res/users-roles', { ...role, data_scope: 'team', base_role: 1 })).status,
    ).toBe(422);
    expect(
      (await call(world.test, manager, 'POST', 'res/users-roles', { ...role, data_scope: 'team', base_role: 3 })).status,
    ).toBe(200);
    expect((await call(world.test, manager, 'PATCH', 'res/users-roles/4', { data_scope: 'tenant' })).status).toBe(422);
  });
});

describe('field rules of users who assign roles', () => {
  it('TRUST-S33 no assigned role shows what the role of the user who assigns it hides or masks', async () => {
    const { northstar } = world.test.fixture.tenants;
    const rule = { resource: 'leads', field: 'phone', rule: 'masked' };
    await edit(world.test, northstar, `update users_roles set field_rules = '${JSON.stringify([rule])}' where role in (2, 3)`);
    world.test.clock.add(61);
    const send = (method: 'POST' | 'PATCH', path: string, body: object) => call(world.test, manager, method, path, body);
    expect((await send('POST', 'res/users', draft(4))).body.errors).toMatchObject([{ path: 'role' }]);
    expect((await send('POST', 'res/users', draft(3))).status).toBe(200);
    expect((await send('PATCH', `res/users/${users['lead@northstar.example']!}`, { role: 4 })).body.errors).toMatchObject([
      { path: 'role' },
    ]);
    const role = { role_name: 'Clear', permissions: [], data_scope: 'own' };
    expect((await send('POST', 'res/users-roles', role)).body.errors).toMatchObject([{ path: 'field_rules' }]);
    expect((await send('POST', 'res/users-roles', { ...role, field_rules: [{ ...rule, rule: 'hidden' }] })).status).toBe(200);
    expect((await send('PATCH', 'res/users-roles/3', { field_rules: [] })).body.errors).toMatchObject([{ path: 'field_rules' }]);
    expect((await send('PATCH', 'res/users-roles/4', { role_name: 'Adviser' })).status).toBe(200);
    await edit(world.test, northstar, `update users_roles set field_rules = null where role in (2, 3)`);
    world.test.clock.add(61);
  });
});

describe('references that depend on another field', () => {
  it('a city belongs to the chosen state and a course to the chosen stream, on create and on change', async () => {
    const make = async (path: string, body: object): Promise<{ id: number | string }> => {
      const answer = await call(world.test, world.admin, 'POST', path, body);
      expect(answer.code, answer.text).toBe(200);
      return (answer.body['data'] ?? answer.body) as { id: number | string };
    };
    await world.test.store.admin(`begin; set local app.tenant = '*'; set local app.request = 'test';
      insert into countries (id, name, phonecode) values (101, 'India', '91');
      insert into counters select tenant_id, 'colleges', 20000 from tenant; commit`);
    const [goa, kerala] = [
      await make('state/create', { value: 'Goa', country_id: 101 }),
      await make('state/create', { value: 'Kerala', country_id: 101 }),
    ];
    const panaji = await make('city/create', { name: 'Panaji', state_id: goa.id });
    const college = { clg_name: 'Mandovi', short_name: 'Mandovi' };
    const wrong = await call(world.test, world.admin, 'POST', 'res/colleges', {
      ...college,
      state_id: kerala.id,
      city_id: panaji.id,
    });
    expect([wrong.status, wrong.body.errors]).toMatchObject([
      422,
      [{ path: 'city_id', message: expect.stringContaining('does not belong') }],
    ]);
    const right = await make('res/colleges', { ...college, state_id: goa.id, city_id: panaji.id });
    const moved = await call(world.test, world.admin, 'PATCH', `res/colleges/${String(right.id)}`, { state_id: kerala.id });
    expect(moved.body.errors).toMatchObject([{ path: 'city_id' }]);
    expect(
      (await call(world.test, world.admin, 'PATCH', `res/colleges/${String(right.id)}`, { state_id: kerala.id, city_id: null }))
        .status,
    ).toBe(200);

    const [arts, law] = [await make('res/streams', { name: 'Arts' }), await make('res/streams', { name: 'Law' })];
    const llb = await make('res/courses', { name: 'LLB', stream_id: law.id });
    const lead = { name: 'A', phone: '9811111111', course: llb.id };
    expect((await call(world.test, world.admin, 'POST', 'res/leads', { ...lead, stream: arts.id })).body.errors).toMatchObject([
      { path: 'course' },
    ]);
    expect((await call(world.test, world.admin, 'POST', 'res/leads', { ...lead, stream: law.id })).status).toBe(200);
  });
});
