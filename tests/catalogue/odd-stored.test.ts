import { afterAll, beforeAll, expect, it } from 'vitest';
import { build, call, edit, signIn, type Browser, type TestApp } from '../support/app';

/** What no call of this version writes, and an older one or another program may have. */
let test: TestApp;
let admin: Browser;
beforeAll(async () => {
  test = await build();
  admin = await signIn(test, 'admin@northstar.example');
});
afterAll(() => test.close());

const leads = async () =>
  (await call(test, admin, 'GET', 'res/leads?_start=0&_end=100')).body as unknown as { custom: unknown }[];

it('what stands where custom values belong, and is no field of the tenant, does not leave', async () => {
  expect((await call(test, admin, 'POST', 'res/leads', { name: 'Ravi Kale', phone: '9876500001' })).code).toBe(200);
  for (const odd of ['"deleted"', '["deleted"]', '5', '{"deleted": "value"}']) {
    await edit(test, test.fixture.tenants.northstar, `update leads set custom = '${odd}'::jsonb`);
    expect(await leads()).not.toEqual([]);
    expect((await leads()).filter(({ custom }) => JSON.stringify(custom).includes('deleted'))).toEqual([]);
  }
});

it('an empty place among the replies of one ticket leaves the list of tickets whole', async () => {
  const draft = { subject: 'No sound', category: 'bug', description: 'Recordings do not play.' };
  expect((await call(test, admin, 'POST', 'res/tickets', draft)).code).toBe(200);
  await edit(test, test.fixture.tenants.northstar, `update tickets set replies = '[null]'::jsonb`);
  expect((await call(test, admin, 'GET', 'res/tickets')).code).toBe(200);
});
