import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, edit } from '../support/app';
import { inHours, makeWorld, type World } from '../leads/lead-world';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  const { northstar } = world.test.fixture.tenants;
  const list = `('${northstar}', 'evening', 'Evening', 1)`;
  await edit(world.test, northstar, `insert into dialer_lists (tenant_id, key, value, status) values ${list}`);
});
afterAll(() => world.test.close());

type Query = Readonly<Record<string, unknown>>;
const calls: readonly (readonly [what: string, path: string, body: (query: Query) => object])[] = [
  ['an export', 'res/leads/export', (query) => ({ format: 'csv', query })],
  ['an export of call figures', 'calls/history-summary/export', (query) => ({ format: 'csv', query })],
  ['a bulk change', 'res/leads/bulk', (query) => ({ action: 'update', values: { city: 'Pune' }, query })],
  ['the preview of a bulk act', 'res/leads/bulk/preview', (query) => ({ act: 'tags', values: { add: ['a'] }, query })],
  ['a dialer list', 'dialer/list/leads', (query) => ({ list_key: 'evening', query })],
  ['follow-ups that are spread', 'followup/spread', (query) => ({ from: inHours(world, 5), every_min: 5, query })],
  ['the board', 'leads/board', (query) => ({ query })],
  ['the calendar', 'leads/calendar', (query) => ({ query, from: '2026-01-01', days: 7, each: 5 })],
  ['the figures of orders', 'order-reports/figures', (query) => ({ query })],
];

describe.each(calls)('%s', (_, path, bodyOf) => {
  it('refuses a filter without a value: it would be about all rows', async () => {
    for (const nothing of [null, [], '', [null], ['']]) {
      const answer = await call(world.test, world.admin, 'POST', path, bodyOf({ user_id: nothing }));
      expect(answer.code, answer.text).toBe(422);
      expect(answer.text).toContain("'user_id' has no value; for rows where the field is empty, send 'user_id_null'");
    }
  });
});

it('takes the operator for an empty field, and the address of a list without one', async () => {
  const free = await call(world.test, world.admin, 'POST', 'leads/board', { query: { user_id_null: 'true', q: '' } });
  expect(free.code, free.text).toBe(200);
  const list = { name: 'Open list', kind: 'list' };
  const open = await call(world.test, world.admin, 'POST', 'lead-gen/audience', { ...list, address: '/leads?city=Pune&state=' });
  expect(open.code, open.text).toBe(422);
  expect(open.text).toContain("'state' has no value");
  const narrow = await call(world.test, world.admin, 'POST', 'lead-gen/audience', {
    ...list,
    address: '/leads?city=Pune&untouched=yes',
  });
  expect(narrow.code, narrow.text).toBe(200);
});
