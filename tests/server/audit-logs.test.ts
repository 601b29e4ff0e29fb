import { afterAll, beforeAll, expect, it } from 'vitest';
import { build, call, signIn, type Browser, type TestApp } from '../support/app';

let test: TestApp;
let admin: Browser;
beforeAll(async () => {
  test = await build();
  admin = await signIn(test, 'admin@northstar.example');
});
afterAll(() => test.close());

it("answers a record's history and a resource's timeline in the form that refine's audit log reads", async () => {
  const made = await call(test, admin, 'POST', 'res/lead-sources', { name: 'Poster wall' });
  const { id } = made.body;
  await call(test, admin, 'PATCH', `res/lead-sources/${String(id)}`, { name: 'Poster walls' });
  const history = await call(test, admin, 'GET', `res/lead-sources/${String(id)}/history?_end=100`);
  const entry = { modifiedBy: { name: 'Admin Northstar', email: 'admin@northstar.example' }, record_id: id };
  expect(history.body).toMatchObject([
    { ...entry, property: 'Name', oldData: { name: 'Poster wall' }, newData: { name: 'Poster walls' } },
    { ...entry, property: 'Created' },
  ]);
  const timeline = await call(test, admin, 'GET', `getTimeline?table=lead_sources&action=updated&userId[]=${admin.userId}`);
  expect(timeline.body).toMatchObject({ code: 200, data: [{ entries: [{ ...entry, property: 'Name' }] }] });
});
