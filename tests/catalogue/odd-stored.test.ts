import { afterAll, beforeAll, expect, it } from 'vitest';
import { build, call, edit, signIn, type Browser, type TestApp } from '../support/app';

/** Stored data that no call of this version writes, but an older version or another program may have written. */
let test: TestApp;
let admin: Browser;
beforeAll(async () => {
  test = await build();
  admin = await signIn(test, 'admin@northstar.example');
});
afterAll(() => test.close());

const leads = async () =>
  (await call(test, admin, 'GET', 'res/leads?_start=0&_end=100')).body as unknown as { custom: unknown }[];

it('stored custom values that do not belong to a field of the tenant are not answered', async () => {
  expect((await call(test, admin, 'POST', 'res/leads', { name: 'Ravi Kale', phone: '9876500001' })).code).toBe(200);
  for (const odd of ['"deleted"', '["deleted"]', '5', '{"deleted": "value"}']) {
    await edit(test, test.fixture.tenants.northstar, `update leads set custom = '${odd}'::jsonb`);
    expect(await leads()).not.toEqual([]);
    expect((await leads()).filter(({ custom }) => JSON.stringify(custom).includes('deleted'))).toEqual([]);
  }
});

it('a null among the replies of one ticket does not break the list of tickets', async () => {
  const draft = { subject: 'No sound', category: 'bug', description: 'Recordings do not play.' };
  expect((await call(test, admin, 'POST', 'res/tickets', draft)).code).toBe(200);
  await edit(test, test.fixture.tenants.northstar, `update tickets set replies = '[null]'::jsonb`);
  expect((await call(test, admin, 'GET', 'res/tickets')).code).toBe(200);
});
