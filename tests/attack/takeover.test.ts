import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, edit, lastCode, signIn, type Browser } from '../support/app';
import { makeWorld, type World } from '../leads/lead-world';
import { reachableDatabases } from '../support/postgres';

/** Email and password of a colleague are both factors of that account (TRUST-S33). */
describe.each(await reachableDatabases())('TRUST-S33 the account of a colleague on $name', ({ fresh }) => {
  let world: World;
  let manager: Browser;
  const idOf = (name: string): string => world.test.fixture.users[`${name}@northstar.example`]!;
  const patch = (who: Browser, name: string, body: object) => call(world.test, who, 'PATCH', `res/users/${idOf(name)}`, body);
  const mailsTo = (email: string): string[] =>
    world.test.messages.filter((line) => line.includes(` to=${email} `) && line.includes(' changed"'));
  /** The last code was mailed more than 55 s ago. */
  const waitForNextCode = () => world.test.store.clearHits(`otp-sent:${idOf('admin')}`);
  const newPassword = { password: 'a pass phrase of somebody else' };

  beforeAll(async () => {
    world = await makeWorld(await fresh());
    manager = await signIn(world.test, 'manager@northstar.example');
  });
  afterAll(() => world.test.close());

  it('is not taken over by someone who may merely change users', async () => {
    for (const body of [newPassword, { email: 'mine@example.com' }])
      for (const name of ['outsider', 'counsellor', 'inactive']) {
        const answer = await patch(manager, name, body);
        expect([name, answer.status, answer.body.errors?.[0]?.path]).toEqual([name, 403, Object.keys(body)[0]]);
      }
    expect((await patch(manager, 'counsellor', { phone: '9800000001' })).status).toBe(200);
  });

  it('is changed with the right for it, within the user’s own scope', async () => {
    const { northstar } = world.test.fixture.tenants;
    await edit(
      world.test,
      northstar,
      `update users_roles set permissions = permissions || '[{"code":"User_Sign_In","level":[3]}]' where role = 2`,
    );
    world.test.clock.add(61);
    expect((await patch(manager, 'outsider', newPassword)).body.errors).toMatchObject([
      { path: 'password', message: expect.stringContaining('Outsider Northstar') },
    ]);
    expect((await patch(manager, 'counsellor', newPassword)).status).toBe(200);
    await edit(
      world.test,
      northstar,
      `update users set permissions = '[{"code":"Rule_Engine","level":[3]}]' where id = '${idOf('caller')}'`,
    );
    expect((await patch(manager, 'caller', newPassword)).status).toBe(403);
    // Somebody of the own branch who sees a team outside of it.
    const both = `id in ('${idOf('outsider')}', '${idOf('caller')}')`;
    for (const statement of [
      `insert into teams (tenant_id, id, name) values ('${northstar}', 'elsewhere', 'Elsewhere')`,
      `update users set team_ids = '["elsewhere"]' where ${both}`,
      `update users set permissions = null, role = 3 where id = '${idOf('caller')}'`,
    ])
      await edit(world.test, northstar, statement);
    expect((await patch(manager, 'caller', newPassword)).body.errors).toMatchObject([
      { path: 'password', message: expect.stringContaining('would see the records of Outsider Northstar') },
    ]);
    await edit(world.test, northstar, `update users set team_ids = '[]' where ${both}`);
    expect((await patch(manager, 'caller', newPassword)).status).toBe(200);
  });

  it('changes after a code entered within ten minutes, and both addresses are notified', async () => {
    const admin = await signIn(world.test, 'admin@northstar.example');
    world.test.clock.add(601);
    const refused = await patch(admin, 'outsider', { email: 'outside@northstar.example' });
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ second_factor: 'required', errors: [{ path: 'email' }] });
    expect((await patch(admin, 'admin', newPassword)).body).toMatchObject({ second_factor: 'required' });

    const confirm = (otp: string) => call(world.test, admin, 'POST', 'users/second-factor', { otp });
    await waitForNextCode();
    expect((await call(world.test, admin, 'POST', 'users/second-factor-codes')).code).toBe(200);
    expect((await call(world.test, admin, 'POST', 'users/second-factor-codes')).code).toBe(429);
    const code = lastCode(world.test, 'admin@northstar.example');
    expect((await confirm(code.replaceAll(/\d/g, (digit) => (digit === '0' ? '1' : '0')))).code).toBe(422);
    expect((await patch(admin, 'outsider', { email: 'outside@northstar.example' })).status).toBe(403);
    expect((await confirm(code)).code).toBe(200);
    expect((await confirm(code)).code).toBe(422);

    expect((await patch(admin, 'outsider', { email: 'outside@northstar.example' })).status).toBe(200);
    expect([mailsTo('outsider@northstar.example').length, mailsTo('outside@northstar.example').length]).toEqual([1, 1]);
    expect((await patch(admin, 'outsider', newPassword)).status).toBe(200);
    expect([mailsTo('outsider@northstar.example').length, mailsTo('outside@northstar.example').length]).toEqual([1, 2]);
  });

  it('a sign-in code does not confirm a change, and a confirmation code does not sign in', async () => {
    const admin = await signIn(world.test, 'admin@northstar.example');
    const other = { cookies: new Map<string, string>(), ip: '198.51.100.200' };
    const email = 'admin@northstar.example';
    await call(world.test, other, 'POST', 'users/signin', { email, username: email, password: 'Prospectus#2026' });
    await call(world.test, other, 'POST', 'users/send-otp', { email });
    expect((await call(world.test, admin, 'POST', 'users/second-factor', { otp: lastCode(world.test, email) })).code).toBe(422);
    await waitForNextCode();
    await call(world.test, admin, 'POST', 'users/second-factor-codes');
    expect((await call(world.test, other, 'POST', 'users/verify-otp', { email, otp: lastCode(world.test, email) })).code).toBe(
      401,
    );
  });

  it('a new account is set up without a confirmation code', async () => {
    const admin = await signIn(world.test, 'admin@northstar.example');
    world.test.clock.add(700);
    const draft = { name: 'Fresh', email: `fresh@example.com`, role: 4, type: 'org' };
    const made = await call(world.test, admin, 'POST', 'res/users', draft);
    expect(made.status).toBe(200);
    const id = String(made.body['id']);
    const set = (body: object) => call(world.test, admin, 'PATCH', `res/users/${id}`, body);
    expect((await set({ email: 'fresher@example.com' })).status).toBe(200);
    expect((await set(newPassword)).status).toBe(200);
    expect((await set({ password: 'yet another pass phrase' })).body).toMatchObject({ second_factor: 'required' });
    const withPassword = { ...draft, email: 'ready@example.com', password: 'a pass phrase to begin with' };
    expect((await call(world.test, admin, 'POST', 'res/users', withPassword)).status).toBe(200);
  });
});
