import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ListViews } from '../../src/schemas/calls/views';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { reachableDatabases } from '../support/postgres';

const databases = await reachableDatabases();

describe.each(databases)('$name: two tabs save what they chose for a list at the same moment', ({ fresh }) => {
  let test: TestApp;
  let mine: Browser;
  let views: string[];
  beforeAll(async () => {
    test = await build({ store: await fresh() });
    mine = await signIn(test, 'admin@northstar.example');
    const add = async (n: number): Promise<string> => {
      const answer = await call(test, mine, 'POST', 'views/leads', { name: `View ${n}`, address: '' });
      return (answer.body['data'] as { id: string }).id;
    };
    views = [];
    for (let n = 0; n < 22; n++) views.push(await add(n));
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await edit(test, test.fixture.tenants.northstar, `delete from list_settings`);
  });

  const keep = (body: unknown): Promise<Answer> => call(test, mine, 'PUT', 'views/leads/settings', body);
  const atOnce = async (...bodies: unknown[]): Promise<void> => {
    for (const answer of await Promise.all(bodies.map(keep))) expect(answer.code, answer.text).toBe(200);
  };
  const seen = async (): Promise<ListViews> => (await call(test, mine, 'GET', 'views/leads')).body['data'] as ListViews;

  it('neither loses what only the other one sent', async () => {
    for (let round = 0; round < 10; round++) {
      const columns = ['name', round % 2 ? 'city' : 'phone'];
      const chosen = views[round]!;
      await atOnce({ columns }, { default_view: chosen }, { pin: chosen });
      expect(await seen()).toMatchObject({ columns, default_view: chosen, pinned: views.slice(0, round + 1) });
    }
  });

  it('pins and unpins one view each, whatever the other tab has pinned since', async () => {
    await atOnce(...views.slice(0, 6).map((pin) => ({ pin })));
    expect(new Set((await seen()).pinned)).toEqual(new Set(views.slice(0, 6)));
    await atOnce({ unpin: views[0] }, { pin: views[6] }, { pin: views[1] }, { unpin: views[2] });
    expect(new Set((await seen()).pinned)).toEqual(new Set([1, 3, 4, 5, 6].map((n) => views[n])));
  });

  it('refuses the 21st pin, and a deleted view takes no place', async () => {
    for (const pin of views.slice(0, 20)) await keep({ pin });
    expect(await keep({ pin: views[20] })).toMatchObject({ code: 409 });
    expect((await seen()).pinned).toHaveLength(20);
    await call(test, mine, 'DELETE', `views/leads?id=${views[3]}`);
    await atOnce({ pin: views[20] });
    expect((await seen()).pinned).toEqual([...views.slice(0, 3), ...views.slice(4, 21)]);
  });

  it('a view that its author has made private since takes no place', async () => {
    const manager = await signIn(test, 'manager@northstar.example');
    const shared = { name: 'Of the manager', address: '', shared_with: 'everyone' };
    const made = await call(test, manager, 'POST', 'views/leads', shared);
    const { id } = made.body['data'] as { id: string };
    await atOnce({ pin: id });
    expect((await seen()).pinned).toEqual([id]);
    expect((await call(test, manager, 'PATCH', `views/leads?id=${id}`, { shared_with: 'private' })).code).toBe(200);
    expect((await keep({ pin: views[0] })).body['data']).toMatchObject({ pinned: [views[0]] });
  });

  it('refuses the second of two views with one name', async () => {
    const add = () => call(test, mine, 'POST', 'views/leads', { name: 'Twice', address: '' });
    const answers = await Promise.all([add(), add()]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 422]);
  });
});
