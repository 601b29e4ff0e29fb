import { afterAll, beforeAll, expect, it } from 'vitest';
import { viewAddress } from '../../server/calls/lists/view-address';
import type { ListViews } from '../../src/schemas/calls/views';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';

let test: TestApp;
let admin: Browser;
let mine: Browser;
let colleague: Browser;
let stranger: Browser;
beforeAll(async () => {
  test = await build();
  const { northstar } = test.fixture.tenants;
  await edit(test, northstar, `update users_roles set permissions = '[{"code":"LEADS","level":[1,6]}]' where role in (4, 5, 6)`);
  await edit(test, northstar, `update users set team_ids = '["t1","t2"]' where email = 'counsellor@northstar.example'`);
  await edit(test, northstar, `update users set team_ids = '["t2"]' where email = 'caller@northstar.example'`);
  await edit(
    test,
    northstar,
    `update users set team_ids = '["t3"]', reports_to = null where email = 'backoffice@northstar.example'`,
  );
  admin = await signIn(test, 'admin@northstar.example');
  mine = await signIn(test, 'counsellor@northstar.example');
  colleague = await signIn(test, 'caller@northstar.example');
  stranger = await signIn(test, 'backoffice@northstar.example');
});
afterAll(() => test.close());

const send = (who: Browser, method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Answer> =>
  call(test, who, method, `views/leads${path}`, method === 'GET' ? undefined : (body ?? {}));
const seen = async (who: Browser): Promise<ListViews> => (await send(who, 'GET', '')).body['data'] as ListViews;
const names = async (who: Browser): Promise<string[]> => (await seen(who)).views.map((view) => view.name);
const add = async (name: string, shared_with: string): Promise<string> => {
  const answer = await send(mine, 'POST', '', { name, shared_with, address: 'city=Pune' });
  if (answer.code !== 200) throw new Error(answer.text);
  return (answer.body['data'] as { id: string }).id;
};

it('a view is private, shared with the team or with everyone; only its author and the administrator change it', async () => {
  await add('Mine alone', 'private');
  const team = await add('Of the team', 'team');
  const all = await add('For everyone', 'everyone');
  expect(await names(mine)).toEqual(['For everyone', 'Mine alone', 'Of the team']);
  expect(await names(colleague)).toEqual(['For everyone', 'Of the team']);
  expect(await names(stranger)).toEqual(['For everyone']);

  expect((await send(colleague, 'PATCH', `?id=${team}`, { name: 'Taken over' })).code).toBe(403);
  expect((await send(stranger, 'DELETE', `?id=${team}`)).code).toBe(404);
  expect((await send(admin, 'PATCH', `?id=${all}`, { name: 'For all of us' })).code).toBe(200);
  expect((await send(mine, 'POST', '', { name: 'MINE ALONE', address: '' })).code).toBe(422);
  expect((await send(mine, 'DELETE', `?id=${all}`)).code).toBe(200);
  expect(await names(stranger)).toEqual([]);
});

it('stores columns, pins and one default view per user, and the initial columns of a role', async () => {
  const one = await add('First', 'private');
  const two = await add('Second', 'private');
  await send(mine, 'PUT', '/settings', { default_view: one, pin: two });
  await send(mine, 'PUT', '/settings', { default_view: two, columns: ['name', 'city'] });
  expect(await seen(mine)).toMatchObject({ default_view: two, pinned: [two], columns: ['name', 'city'], role_columns: null });
  expect(await seen(colleague)).toMatchObject({ default_view: null, pinned: [], columns: null });
  expect((await send(colleague, 'PUT', '/settings', { default_view: one })).code).toBe(404);
  expect((await send(mine, 'PUT', '/settings', { role: 4, columns: ['name'] })).code).toBe(403);
  expect((await send(admin, 'PUT', '/settings', { role: 4, columns: ['name', 'phone'] })).code).toBe(200);
  await send(mine, 'PUT', '/settings', { columns: [] });
  expect(await seen(mine)).toMatchObject({ columns: null, role_columns: ['name', 'phone'], default_view: two });
  await send(mine, 'DELETE', `?id=${two}`);
  expect(await seen(mine)).toMatchObject({ default_view: null, pinned: [] });
});

it('only users who may see the list can have views', async () => {
  expect((await call(test, stranger, 'GET', 'views/sms-templates')).code).toBe(403);
  expect((await call(test, mine, 'GET', 'views/otp-codes')).code).toBe(404);
  expect((await call(test, mine, 'GET', 'views/nothing')).code).toBe(404);
});

it('reads the filters of a view that was saved before operators had refine’s names', async () => {
  const address = 'city.has=as&1-source.not=web&created_at.within=today&email.empty=no&custom.mark.from=4.5&stage_id.is=a.b';
  const answer = await send(mine, 'POST', '', { name: 'Kept for long', shared_with: 'private', address });
  expect(answer.code).toBe(200);
  expect((await seen(mine)).views.find(({ name }) => name === 'Kept for long')?.address).toBe(
    'city_like=as&1-source_ne=web&created_at_between=today&email_nnull=true&custom.mark_gte=4.5&stage_id=a.b',
  );
});

it('translates the operators of an old view to today’s, and keeps the names of custom fields', async () => {
  const read = async (address: string): Promise<string | undefined> => {
    const saved = await send(mine, 'POST', '', { name: address.slice(0, 20), address });
    expect(saved.code, saved.text).toBe(200);
    return (await seen(mine)).views.find((view) => view.name === address.slice(0, 20))?.address;
  };
  expect(await read('name.has=as&custom.city.from=3&2-status.not=1&owner.empty=no')).toBe(
    'name_like=as&custom.city_gte=3&2-status_ne=1&owner_nnull=true',
  );
  expect(await read('custom.from=Pune&1-custom.to=Goa&custom.empty=no')).toBe('custom.from=Pune&1-custom.to=Goa&custom.empty=no');
});

it('a view saved before a field was renamed filters, sorts and shows by its new name', () => {
  const renamed = { warden: 'keeper' };
  const kept = 'warden=Rao&2-warden_like=a&warden.has=b&rooms_gte=4&wardens=1&sort=-warden,rooms&cols=rooms,warden&q=warden';
  expect([...new URLSearchParams(viewAddress(kept, renamed))]).toEqual([
    ['keeper', 'Rao'],
    ['2-keeper_like', 'a'],
    ['keeper_like', 'b'],
    ['rooms_gte', '4'],
    ['wardens', '1'],
    ['sort', '-keeper,rooms'],
    ['cols', 'rooms,keeper'],
    ['q', 'warden'],
  ]);
  expect(viewAddress(kept)).toContain('cols=rooms,warden');
});
