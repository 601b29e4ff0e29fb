import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, signIn, type Browser } from '../support/app';
import { makeListWorld, type ListWorld } from './list-work';
import { reachableDatabases } from '../support/postgres';

describe.each(await reachableDatabases())('imports on $name', ({ fresh }) => {
  let world: ListWorld;
  let lakeview: Browser;
  beforeAll(async () => {
    world = await makeListWorld(await fresh());
    lakeview = await signIn(world.test, 'admin@lakeview.example');
  });
  afterAll(() => world.test.close());

  type Row = Record<string, unknown>;
  const step = async (resource: string, body: Row, who = world.admin) => world.post(`res/${resource}/import`, body, who);
  async function run(resource: string, csv: string | Buffer, options: Row = {}, who = world.admin): Promise<Row> {
    const seen = await world.upload(resource, csv, who);
    const started = await step(resource, { step: 'start', file_id: seen['file_id'], options }, who);
    expect(started.code, started.text).toBe(200);
    for (;;) {
      const now = (await step(resource, { step: 'status', job_id: started.body['job_id'] }, who)).body as Row;
      if (!['queued', 'running'].includes(String(now['status']))) return now;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  it('previews the mapping, does a dry run, imports the rows and returns those with errors as a file', async () => {
    const seen = await world.upload(
      'publishers',
      'Name,CODE,Email,Lead source,Status,Colour\nA,aa1,a@example.com,Portals,Active,red\n',
    );
    expect(seen).toMatchObject({
      rows_seen: 1,
      mapping: { Name: 'name', CODE: 'code', Email: 'email', 'Lead source': 'source_id', Status: 'status', Colour: '' },
    });

    const file = [
      'Name,Code,Email,Lead source,Status,Cost per lead',
      'First Media,first,first@example.com,Portals,Active,"1,250.5"',
      'Second Media,second,second@example.com,portals,inactive,',
      'Third Media,third,third@example.com,Nobody,Active,',
      'Fourth Media,fourth,not a mail,Portals,Active,',
      'Fifth Media,fifth,fifth@example.com,Portals,perhaps,',
      'Sixth Media,first,sixth@example.com,Portals,Active,',
    ].join('\n');
    const up = await world.upload('publishers', file);
    const tried = await world.ended(
      await step('publishers', { step: 'dry_run', file_id: up['file_id'], options: { on_match: 'skip' } }),
    );
    expect(tried.result).toMatchObject({ rows: 6, created: 2, skipped: 1, failed: 3 });
    expect(await world.rows('publishers', 'q=Media')).toEqual([]);

    const done = await run('publishers', file, { on_match: 'skip' });
    expect(done).toMatchObject({ status: 'done', rows: 6, created: 2, updated: 0, skipped: 1, failed: 3 });
    const stored = await world.rows('publishers', 'q=Media&_sort=name');
    expect(stored.map((row) => [row['name'], row['status'], row['cost_per_lead'], row['_labels']])).toEqual([
      ['First Media', 1, 1250.5, { source_id: 'Portals' }],
      ['Second Media', 0, null, { source_id: 'Portals' }],
    ]);
    const errors = (await world.bytes(done['errors_url'])).toString('utf8');
    expect(errors).toContain("Lead source: 'Nobody' does not exist");
    expect(errors).toMatch(/Fifth Media,.*Status is neither Active nor Inactive/);
    expect(errors).not.toContain('First Media');
  });

  it('finds records by key and by unique fields, changes only columns in the file, and can be undone', async () => {
    const id = await world.publisher('Undo Me', { code: 'undo-1', contact_name: 'Asha', daily_cap: 5 });
    const other = await world.publisher('Changed Since', { code: 'undo-2', contact_name: 'Ravi' });
    const file = `Id,Name,Code,Email,Lead source,Contact name\n${id},Undo Me,undo-1,,,Meera\n,Changed Since,undo-2,,,Sunil\n,Undo New,undo-3,new@example.com,Portals,Kiran\n`;
    const done = await run('publishers', file);
    expect(done).toMatchObject({ created: 1, updated: 2, failed: 0 });
    const [mine] = await world.rows('publishers', `id=${id}`);
    expect(mine).toMatchObject({ contact_name: 'Meera', daily_cap: 5 });
    await call(world.test, world.admin, 'PATCH', `res/publishers/${other}`, { contact_name: 'Third Hand' });

    const undone = await world.ended(await step('publishers', { step: 'undo', job_id: done['job_id'] }));
    expect(undone.result).toEqual({ done: 2, skipped: 1 });
    const names = Object.fromEntries((await world.rows('publishers', 'q=undo')).map((row) => [row['name'], row['contact_name']]));
    expect(names).toEqual({ 'Undo Me': 'Asha', 'Changed Since': 'Third Hand' });
    expect((await step('publishers', { step: 'undo', job_id: done['job_id'] })).code).toBe(409);

    const late = await run('publishers', 'Name,Code,Email,Lead source\nLate,late-1,late@example.com,Portals\n');
    world.test.clock.add(73 * 3600);
    const admin = await signIn(world.test, 'admin@northstar.example');
    expect((await step('publishers', { step: 'undo', job_id: late['job_id'] }, admin)).code).toBe(409);
    world.test.clock.add(-73 * 3600);
  });

  it('imports its own export into the same records, here and in another tenant', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((one) => one.replaceAll(/[\p{C}\p{Z}]/gu, 'x'));
    const beginning = fc.constantFrom('', '=', "'=", "''-", '+91', '-5', '@', ' ', '"', ',', 'ü\n', 'N/A', 'null', '[]', '{"a"');
    const named = fc.tuple(beginning, text).map(([start, rest]) => `${start}${rest}`);
    const drawn = fc.sample(
      fc.record({
        name: named,
        contact_name: fc.option(named, { nil: undefined }),
        cost_per_lead: fc.option(
          fc.integer({ min: 0, max: 99999 }).map((one) => one / 4),
          { nil: undefined },
        ),
        daily_cap: fc.option(fc.nat(1000), { nil: undefined }),
        status: fc.constantFrom(0, 1),
      }),
      { numRuns: 60, seed: 7 },
    );
    for (const [index, one] of drawn.entries())
      await world.publisher(`${one.name} ${index}`, { ...one, name: `${one.name} ${index}`, code: `draw-${index}` });
    const exported = async (who: Browser) => {
      const answer = await world.post(
        'res/publishers/export',
        { format: 'csv_import', query: { q: 'draw', _sort: 'code' } },
        who,
      );
      expect(answer.code, answer.text).toBe(200);
      return world.bytes(answer.body['url']);
    };
    const first = await exported(world.admin);
    const again = await run('publishers', first, { clear_empty: true });
    expect(again).toMatchObject({ rows: 60, created: 0, updated: 0, failed: 0, skipped: 60 });

    // The records are altered, and the file restores every one of them.
    await world.ended(
      await world.post('res/publishers/bulk', {
        action: 'update',
        query: { q: 'draw' },
        values: { contact_name: 'Spoilt', daily_cap: 77 },
      }),
    );
    const mended = await run('publishers', first, { clear_empty: true });
    expect(mended['failed']).toBe(0);
    expect((await exported(world.admin)).equals(first)).toBe(true);

    // Another tenant has sources with the same names, and gets the same records under its own keys.
    await world.post('res/lead-sources', { name: 'Portals', type: 'all' }, lakeview);
    const [source] = await world.rows('lead-sources', 'q=Portals');
    const foreign = first.toString('utf8').replaceAll(String(source!['id']), 'Portals');
    expect(await run('publishers', foreign, { clear_empty: true }, lakeview)).toMatchObject({ created: 60, failed: 0 });
    const plain = (rows: Row[]) =>
      rows.map(({ name, code, contact_name, cost_per_lead, daily_cap, status }) => ({
        name,
        code,
        contact_name,
        cost_per_lead,
        daily_cap,
        status,
      }));
    const query = 'q=draw&_sort=code&_end=100';
    expect(plain(await world.rows('publishers', query, lakeview))).toEqual(plain(await world.rows('publishers', query)));
  });

  it('needs the permissions, refuses leads, which have their own upload, and uses only the user’s own files and jobs', async () => {
    const up = await world.upload('publishers', 'Name,Code\nX,x1\n');
    expect((await step('publishers', { step: 'start', file_id: up['file_id'] }, lakeview)).code).toBe(404);
    expect((await step('leads', { step: 'start', file_id: up['file_id'] })).code).toBe(422);
    expect((await step('streams', { step: 'start', file_id: up['file_id'] })).code).toBe(404);
    expect((await step('publishers', { step: 'start', file_id: up['file_id'], mapping: { Name: 'tenant_id' } })).code).toBe(422);
    expect(
      (await step('publishers', { step: 'start', file_id: up['file_id'], mapping: { Name: 'code', Code: 'code' } })).code,
    ).toBe(422);
    expect((await step('publishers', { step: 'start', file_id: up['file_id'] }, world.counsellor)).code).toBe(403);
    expect((await step('publishers', {})).code).toBe(422);
  });
});
