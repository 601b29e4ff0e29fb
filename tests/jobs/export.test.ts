import { parse } from 'csv-parse/sync';
import { closeSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, edit, signIn, type Browser } from '../support/app';
import { makeListWorld, type ListWorld } from './list-work';
import { reachableDatabases } from '../support/postgres';
import { unzip } from '../support/xlsx';

describe.each(await reachableDatabases())('exports on $name', ({ fresh }) => {
  let world: ListWorld;
  let north: string;
  beforeAll(async () => {
    world = await makeListWorld(await fresh());
    north = world.test.fixture.tenants.northstar;
  });
  afterAll(() => world.test.close());

  const csvOf = (bytes: Buffer): string[][] =>
    parse(bytes.toString('utf8').replace(/^\uFEFF/, ''), { relax_column_count: false });

  it('writes exactly the filtered rows and the chosen columns, in order, with readable texts and no formulas', async () => {
    for (const [name, status] of [
      ['=cmd|calc', 1],
      ['+919876543210', 1],
      ['Élan, "quoted"', 1],
      ['Gone', 0],
    ] as const)
      await world.publisher(name, { status });
    const answer = await world.post('res/publishers/export', {
      format: 'csv',
      columns: ['status', 'name'],
      query: { status: '1', _sort: 'name', _order: 'desc' },
    });
    expect(answer.code, answer.text).toBe(200);
    const bytes = await world.bytes(answer.body['url']);
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const names = (await world.rows('publishers', 'status=1&_sort=name&_order=desc&_end=100')).map((row) => String(row['name']));
    expect(names).toContain('=cmd|calc');
    expect(names).not.toContain('Gone');
    expect(csvOf(bytes)).toEqual([
      ['Status', 'Name'],
      ...names.map((name) => ['Active', name.startsWith('=') ? `'${name}` : name]),
    ]);
    expect(answer.body['rows']).toBe(names.length);
    expect(answer.body['file_name']).toMatch(/^Publishers \d{4}-\d\d-\d\d\.csv$/);
  });

  it('writes a spreadsheet with numbers as numbers and times in the tenant’s zone', async () => {
    const answer = await world.post('res/publishers/export', {
      format: 'xlsx',
      columns: ['name', 'created_at'],
      query: { q: 'cmd' },
    });
    const parts = unzip(await world.bytes(answer.body['url']));
    const text = [...parts.values()].join('\n');
    expect(parts.has('xl/workbook.xml')).toBe(true);
    expect(text).toContain('=cmd|calc');
    expect(text).not.toMatch(/<f>/);
  });

  it('logs who exported which rows, and needs level 5', async () => {
    const logged = (await world.rows('csv-exports')).find((row) => row['kind'] === 'publishers')!;
    expect(logged).toMatchObject({ state: 'done', created_by: world.test.fixture.users['admin@northstar.example'] });
    expect(JSON.stringify(logged['filters'])).toContain('"q":"cmd"');
    expect(String(logged['file'])).toMatch(/^\/api\/files\//);
    await world.grant(4, [{ code: 'LEADS', level: [1, 2, 3, 4, 6] }]);
    const refused = await world.post('res/leads/export', { format: 'csv' }, world.counsellor);
    expect(refused.code).toBe(403);
    expect((await world.post('res/publishers/export', { format: 'csv', columns: ['nothing'] })).code).toBe(422);
    expect((await world.post('res/users/export', { format: 'csv', columns: ['password'] })).code).toBe(422);
  });

  it('says in the words of its list what an export was narrowed to', async () => {
    const narrowed = async (resource: string, query: object): Promise<unknown> => {
      const answer = await world.post(`res/${resource}/export`, { format: 'csv', query });
      expect(answer.code, answer.text).toBe(200);
      const mine = (await call(world.test, world.admin, 'GET', 'exports')).body['data'] as { narrowed: string | null }[];
      return mine[0]!.narrowed;
    };
    expect(await narrowed('publishers', { status: '1', _sort: 'name' })).toBe('Status is Active');
    expect(await narrowed('publishers', { q: 'cmd', name_like: ['a', 'b'] })).toBe('Search: cmd · Name contains a, b');
    expect(await narrowed('publishers', { '1-status': '1', '2-name_like': 'x' })).toBe(
      'One of: 1. Status is Active · One of: 2. Name contains x',
    );
    const owner = world.test.fixture.users['counsellor@northstar.example'];
    expect(await narrowed('leads', { type: 'fav', user_id: owner })).toMatch(/^Lead Owner is Counsellor .* · Type: fav$/);
    expect(await narrowed('leads', { type: 'all' })).toBe('');
    const asked = { followup_overdue: 'no', days_in_stage_gte: '3', untouched_ne: 'yes', followup_overdue_null: 'false' };
    expect(await narrowed('leads', asked)).toBe(
      'Untouched is not Yes · Follow-up overdue is No · Days in stage from 3 · Follow-up overdue is not empty',
    );
  });

  it('contains only rows the user may see, and applies the field rules', async () => {
    await world.grant(4, [{ code: 'LEADS', level: [1, 2, 3, 4, 5, 6] }]);
    await edit(
      world.test,
      north,
      `update users_roles set field_rules = '[{"resource":"leads","field":"phone","rule":"masked"},{"resource":"leads","field":"email","rule":"hidden"}]' where role = 4`,
    );
    world.test.clock.add(61);
    await world.post('res/leads', { name: 'Not mine', phone: '9876500021' });
    const mine = await world.post('res/leads', {
      name: 'Mine',
      phone: '9876500022',
      user_id: world.test.fixture.users['counsellor@northstar.example'],
    });
    expect(mine.code, mine.text).toBe(200);
    const answer = await world.post(
      'res/leads/export',
      { format: 'csv', columns: ['name', 'phone'], query: {} },
      world.counsellor,
    );
    const rows = csvOf(await world.bytes(answer.body['url']));
    expect(rows.some(([name]) => name === 'Not mine')).toBe(false);
    expect(rows.find(([name]) => name === 'Mine')).toEqual(['Mine', '98xxxxxx22']);
    const hidden = await world.post(
      'res/leads/export',
      { format: 'csv', columns: ['name', 'email'], query: {} },
      world.counsellor,
    );
    expect(hidden.code).toBe(422);
    const whole = await world.post('res/leads/export', { format: 'csv', query: {} }, world.counsellor);
    expect(csvOf(await world.bytes(whole.body['url']))[0]).not.toContain('Email');
  });

  it('shows a lead without a stage as the list does, and leaves the stage empty in a file for an import', async () => {
    const body = { columns: ['name', 'stage_id'], query: { q: '9876500022' } };
    const fresh = async (format: string) => world.bytes((await world.post('res/leads/export', { ...body, format })).body['url']);
    expect(csvOf(await fresh('csv'))).toEqual([
      ['Name', 'Stage'],
      ['Mine', 'Fresh'],
    ]);
    expect([...unzip(await fresh('xlsx')).values()].join('')).toContain('>Fresh<');
    expect(csvOf(await fresh('csv_import')).at(-1)).toEqual([expect.any(String), 'Mine']);
  });

  it('names each export after its list', async () => {
    await call(world.test, world.admin, 'POST', 'res/lead-sources/export', { format: 'csv' });
    await call(world.test, world.admin, 'POST', 'timeline/export', {});
    const mine = (await call(world.test, world.admin, 'GET', 'exports')).body['data'] as { list: string }[];
    expect(mine.map(({ list }) => list)).toEqual(expect.arrayContaining(['Lead sources', 'Timeline', 'Publishers', 'Leads']));
  });

  it('continues in the background past 5,000 rows and ends with a notification; files are kept seven days', async () => {
    await world.publishers(5200, `'Crowd ' || n`);
    const answer = await world.post('res/publishers/export', { format: 'csv', columns: ['name'], query: { q: 'Crowd' } });
    const job = await world.ended(answer);
    expect(job).toMatchObject({ state: 'done', result: { rows: 5200 } });
    const list = (await world.rows('csv-exports')).find((row) => row['id'] === answer.body['export_id'])!;
    expect(csvOf(await world.bytes(list['file'])).length).toBe(5201);
    const told = await world.test.store.admin(
      `select notifications ->> 'type' as type, notifications ->> 'message' as message from notifications where tenant_id = '${north}' and notifications ->> 'type' = 'lead_csv_download'`,
    );
    expect(told).toEqual([{ type: 'lead_csv_download', message: expect.stringContaining('5,200 rows') }]);

    await world.test.store.admin(`begin; set local app.tenant = '${north}'; set local app.request = 'test';
    update csv_exports set created_at = created_at - interval '8 days'; commit`);
    expect((await world.post('res/publishers/export', { format: 'csv', query: { q: 'cmd' } })).code).toBe(200);
    const later = await world.rows('csv-exports');
    expect(later.map((row) => [row['state'], typeof row['file']]).toSorted()).toEqual([
      ['done', 'string'],
      ...later.slice(1).map(() => ['expired', 'object']),
    ]);
  });

  it('TRUST-S35 shows users their own exports and nobody else’s, whatever the role', async () => {
    await world.grant(4, [{ code: 'LEADS', level: [1, 2, 3, 4, 5, 6] }]);
    const theirs = await world.post('res/leads/export', { format: 'csv', columns: ['name'] }, world.counsellor);
    const id = String(theirs.body['export_id']);
    const listed = async (who = world.admin) =>
      ((await call(world.test, who, 'GET', 'exports')).body['data'] as { id: string; url: string | null }[]).map((one) => one.id);
    expect([(await listed()).includes(id), (await listed(world.counsellor)).includes(id)]).toEqual([false, true]);
    expect((await call(world.test, world.admin, 'GET', `exports/${id}`)).code).toBe(404);
    const logged = (await world.rows('csv-exports')).find((row) => row['id'] === id)!;
    expect([logged['state'], logged['file']]).toEqual(['done', null]);
    await world.grant(4, [{ code: 'LEADS', level: [1, 6] }]);
    // a user who may no longer export can still download earlier exports
    expect(await listed(world.counsellor)).toContain(id);
  });

  it('TRUST-S35 continues after the last written page when stopped, without losing or repeating a row', async () => {
    await edit(world.test, north, `update publishers set name = 'Halt ' || name where id like 'many%' and id <= 'many002600'`);
    const query = { q: 'Halt' };
    const { jobs } = world.test.services;
    const names = csvOf(
      await world.bytes((await world.post('res/publishers/export', { format: 'csv', columns: ['name'], query })).body['url']),
    ).slice(1);
    const started = await call(world.test, world.admin, 'POST', 'res/publishers/export', {
      format: 'csv',
      columns: ['name'],
      query,
    });
    const jobId = String(started.body['job_id']);
    const done = async () => Number((await world.test.store.admin(`select done from jobs where id = '${jobId}'`))[0]!['done']);
    while ((await done()) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await jobs.stop();
    const half = await done();
    jobs.start();
    expect((await world.ended(jobId)).state).toBe('done');
    const made = (await call(world.test, world.admin, 'GET', `exports/${String(started.body['export_id'])}`)).body['data'] as {
      url: string;
    };
    expect(csvOf(await world.bytes(made.url)).slice(1)).toEqual(names);
    expect(half).toBeGreaterThan(0);
  });

  it('TRUST-R24 an attempt that lost its lease but still writes does not touch the next attempt’s draft', async () => {
    await edit(world.test, north, `update publishers set name = 'Late ' || name where id like 'many%' and id <= 'many002600'`);
    const { jobs, config } = world.test.services;
    const asked = { format: 'csv', columns: ['name'], query: { q: 'Late' } };
    const names = csvOf(await world.bytes((await world.post('res/publishers/export', asked)).body['url'])).slice(1);
    const started = (await call(world.test, world.admin, 'POST', 'res/publishers/export', asked)).body;
    const [jobId, exportId] = [String(started['job_id']), String(started['export_id'])];
    const job = async () => (await world.test.store.admin(`select done, fence, cursor from jobs where id = '${jobId}'`))[0]!;
    while (Number((await job())['done']) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await jobs.stop();
    // The state that a merely slow process leaves: its draft is open, and it continues to write.
    await edit(world.test, north, `update jobs set cursor = cursor || '{"isClosed": false}' where id = '${jobId}'`);
    const { draft, size } = (await job())['cursor'] as { draft: string; size: number };
    const drafts = join(config.dataDir, 'tmp');
    const late = openSync(join(drafts, `export-${draft}`), 'r+');
    world.test.store.beforeCommit = (_attempt, by) => {
      if (by.requestId === jobId) writeSync(late, 'LATE', size + 4);
    };
    jobs.start();
    expect((await world.ended(jobId)).state).toBe('done');
    world.test.store.beforeCommit = () => {};
    closeSync(late);
    const made = (await call(world.test, world.admin, 'GET', `exports/${exportId}`)).body['data'] as { url: string };
    expect(csvOf(await world.bytes(made.url)).slice(1)).toEqual(names);
    expect(readdirSync(drafts).filter((name) => name.startsWith(`export-${exportId}`))).toEqual([]);
  });

  it('TRUST-S35 gives tenants and users their turns: a user who queued many waits behind one who queued a single export', async () => {
    const { jobs } = world.test.services;
    await jobs.stop();
    const other = await signIn(world.test, 'admin@lakeview.example');
    const start = async (who: Browser, resource = 'publishers') =>
      String((await call(world.test, who, 'POST', `res/${resource}/export`, { format: 'csv' })).body['job_id']);
    const many: string[] = [];
    for (let n = 0; n < 4; n++) many.push(await start(world.admin));
    await world.grant(4, [{ code: 'LEADS', level: [1, 5, 6] }]);
    const colleague = await start(world.counsellor, 'leads');
    const foreign = await start(other);
    const due = await world.test.store.lookUp<{ id: string }>('due_jobs', [0, 6]);
    const order = due.map(({ id }) => id);
    expect(order.slice(0, 3).toSorted()).toEqual([many[0], colleague, foreign].toSorted());
    expect(order.slice(3)).toEqual(many.slice(1));
    jobs.start();
    for (const id of [...many, colleague]) expect((await world.ended(id)).state).toBe('done');
  });
});
