import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../support/app';
import { makeListWorld, type ListWorld } from './list-work';
import { reachableDatabases } from '../support/postgres';

describe.each(await reachableDatabases())('bulk changes on $name', ({ fresh }) => {
  let world: ListWorld;
  beforeAll(async () => {
    world = await makeListWorld(await fresh());
  });
  afterAll(() => world.test.close());

  const make = async (...names: string[]): Promise<string[]> => {
    const ids: string[] = [];
    for (const name of names) ids.push(await world.publisher(name));
    return ids;
  };
  const resultsOf = async (jobId: string, who = world.admin): Promise<Record<string, unknown>[]> =>
    (await call(world.test, who, 'GET', `jobs/${jobId}/rows`)).body['data'] as Record<string, unknown>[];
  const statusOf = async (like: string): Promise<Record<string, unknown>> =>
    Object.fromEntries((await world.rows('publishers', `q=${like}&_end=100`)).map((row) => [row['name'], row['status']]));

  it('changes the chosen rows as a job, reports the outcome of each, writes the audit and can be undone', async () => {
    const [a, b, c] = await make('Bulk One', 'Bulk Two', 'Bulk Three');
    await call(world.test, world.admin, 'PATCH', `res/publishers/${c}`, { status: 0 });
    const job = await world.ended(
      await world.post('res/publishers/bulk', { action: 'update', ids: [a, b, c, 'nobody'], values: { status: 0 } }),
    );
    expect(job).toMatchObject({ state: 'done', result: { done: 2, skipped: 2 } });
    const results = await resultsOf(job.id);
    expect(new Map(results.map((one) => [one['record_id'], [one['name'], one['outcome'], one['reason']]]))).toEqual(
      new Map([
        [a, ['Bulk One', 'done', null]],
        [b, ['Bulk Two', 'done', null]],
        [c, ['Bulk Three', 'skipped', 'It already has this value.']],
        ['nobody', [null, 'skipped', 'Publisher not found.']],
      ]),
    );
    const history = (await call(world.test, world.admin, 'GET', `res/publishers/${a}/history`)).body as unknown as object[];
    expect(JSON.stringify(history[0])).toContain('bulk-change');

    // another field that changed meanwhile stays; a changed field keeps its later value
    await call(world.test, world.admin, 'PATCH', `res/publishers/${a}`, { name: 'Bulk One again' });
    await call(world.test, world.admin, 'PATCH', `res/publishers/${b}`, { status: 1 });
    const undone = await world.ended(await world.post('res/publishers/bulk', { action: 'undo', job_id: job.id }));
    expect(undone.result).toEqual({ done: 1, skipped: 1 });
    expect(await statusOf('Bulk')).toEqual({ 'Bulk One again': 1, 'Bulk Two': 1, 'Bulk Three': 0 });
    expect((await resultsOf(undone.id)).find((one) => one['outcome'] === 'skipped')!['reason']).toBe(
      'It has been changed since: Active.',
    );
    expect((await world.post('res/publishers/bulk', { action: 'undo', job_id: job.id, client_ref: 'again' })).code).toBe(409);
  });

  it('changes all that match the list’s filters and no other, with hundreds of rows in steps', async () => {
    await world.publishers(240, `case when n % 3 = 0 then 'Other ' else 'Many ' end || n`);
    const job = await world.ended(
      await world.post('res/publishers/bulk', { action: 'update', query: { q: 'Many', status: 1 }, values: { status: 0 } }),
    );
    expect(job.result).toEqual({ done: 160, skipped: 0 });
    const left = await world.test.store.admin(
      `select left(name, 4) as kind, status, count(*)::int as n from publishers where id like 'many%' group by 1, 2 order by 1`,
    );
    expect(left).toEqual([
      { kind: 'Many', status: 0, n: 160 },
      { kind: 'Othe', status: 1, n: 80 },
    ]);
  });

  it('is not undone by someone who has lost the right to change such records since', async () => {
    const [id] = await make('Right One');
    await world.grant(4, [{ code: 'Publisher', level: [1, 3, 5, 6] }]);
    const change = { action: 'update', ids: [id], values: { status: 0 } };
    const job = await world.ended(await world.post('res/publishers/bulk', change, world.counsellor));
    expect(job.result).toEqual({ done: 1, skipped: 0 });
    await world.grant(4, [{ code: 'Publisher', level: [1, 5, 6] }]);
    const undo = await world.post('res/publishers/bulk', { action: 'undo', job_id: job.id }, world.counsellor);
    expect(undo.code, undo.text).toBe(403);
    expect(await statusOf('Right')).toEqual({ 'Right One': 0 });
  });

  it('deletes unused records, says that the others are in use, and can be undone', async () => {
    const [free, used] = await make('Free one', 'Used one');
    const lead = await world.post('res/leads', { name: 'Asha', phone: '9876500011', publisher_id: used });
    expect(lead.code, lead.text).toBe(200);
    const job = await world.ended(await world.post('res/publishers/bulk', { action: 'delete', ids: [free, used] }));
    expect(job.result).toEqual({ done: 1, skipped: 1 });
    const results = await resultsOf(job.id);
    expect(results.find((one) => one['record_id'] === used)!['reason']).toBe('Used one is in use and cannot be deleted.');
    expect(Object.keys(await statusOf('one'))).not.toContain('Free one');
    await world.ended(await world.post('res/publishers/bulk', { action: 'undo', job_id: job.id }));
    expect(Object.keys(await statusOf('one'))).toContain('Free one');
  });

  it('needs level 5 and the level of the operation, changes only rows the user may see, and writes nothing when it refuses', async () => {
    const [mine] = await make('Guarded');
    await world.grant(4, [
      { code: 'LEADS', level: [1, 3, 5, 6] },
      { code: 'Publisher', level: [1, 3, 6] },
    ]);
    const refused = async (body: object, path = 'res/publishers/bulk'): Promise<number> =>
      (await world.post(path, body, world.counsellor)).code;
    expect(await refused({ action: 'update', ids: [mine], values: { status: 0 } })).toBe(403);
    expect(await refused({ action: 'delete', query: {} }, 'res/leads/bulk')).toBe(403);
    expect(await refused({ action: 'update', query: {}, values: { score: 5 } }, 'res/leads/bulk')).toBe(422);
    expect(await refused({ action: 'update', query: { nothing: '1' }, values: { city: 'Pune' } }, 'res/leads/bulk')).toBe(422);
    expect(await refused({ action: 'update', values: { city: 'Pune' } }, 'res/leads/bulk')).toBe(422);
    // a filter without a value would match all rows
    for (const nobody of [null, [], '', [null], ['']])
      expect(await refused({ action: 'update', query: { user_id: nobody }, values: { city: 'Pune' } }, 'res/leads/bulk')).toBe(
        422,
      );
    expect(await refused({ action: 'update', query: {}, values: { phone: '9876500099' } }, 'res/leads/bulk')).not.toBe(500);
    expect(await refused({ action: 'update', ids: ['x'], values: { status: 0 } }, 'res/nothing/bulk')).toBe(404);

    const job = await world.ended(
      await world.post('res/leads/bulk', { action: 'update', query: {}, values: { city: 'Nashik' } }, world.counsellor),
    );
    const cities = await world.test.store.admin(
      `select coalesce(city, '') = 'Nashik' as changed, user_id = '${world.test.fixture.users['counsellor@northstar.example']}' as own,
      count(*)::int as n from leads where tenant_id = '${world.test.fixture.tenants.northstar}' group by 1, 2`,
    );
    expect(cities.filter((row) => row['changed'] && row['own'] !== true)).toEqual([]);
    expect(job.state).toBe('done');
    // Nobody sees the results of someone else's job.
    await world.grant(4, []);
    const others = await world.ended(
      await world.post('res/publishers/bulk', { action: 'update', ids: [mine], values: { status: 0 } }),
    );
    expect((await call(world.test, world.counsellor, 'GET', `jobs/${others.id}/rows`)).code).toBe(404);
  });
});
