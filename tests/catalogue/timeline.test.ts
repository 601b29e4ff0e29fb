import { parse } from 'csv-parse/sync';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/store/ids';
import { build, call, signIn, type Browser, type TestApp } from '../support/app';
import { actor } from '../support/database';

let test: TestApp;
let admin: Browser;
let counsellor: Browser;
beforeAll(async () => {
  test = await build();
  admin = await signIn(test, 'admin@northstar.example');
  counsellor = await signIn(test, 'counsellor@northstar.example');
});
afterAll(() => test.close());

interface Entry {
  readonly tableAffected: string;
  readonly property: string;
  readonly modifiedBy: { name: string; email: string };
  readonly oldData: Record<string, unknown>;
  readonly newData: Record<string, unknown>;
  readonly created_at: string;
}
interface Timeline {
  readonly code: number;
  readonly data: { created_at: string; count: number; entries: Entry[] }[];
  readonly totalDocuments: number;
}
const read = async (who: Browser, query = ''): Promise<Timeline> =>
  (await call(test, who, 'GET', `getTimeline?${query}`)).body as unknown as Timeline;
const entriesOf = (timeline: Timeline): Entry[] => timeline.data.flatMap((day) => day.entries);

describe('the timeline', () => {
  it('TIMELINE-048 TIMELINE-049 TIMELINE-050 holds each create, update and delete with old and new values', async () => {
    const made = await call(test, admin, 'POST', 'res/streams', { name: 'Law' });
    const { id } = made.body as { id: string };
    await call(test, admin, 'PATCH', `res/streams/${id}`, { name: 'Laws' });
    await call(test, admin, 'DELETE', `res/streams/${id}`);
    const timeline = await read(admin, 'limit=3&page_number=1');
    expect(timeline.code).toBe(200);
    expect(timeline.totalDocuments).toBeGreaterThan(3);
    const [deleted, updated, created] = entriesOf(timeline);
    expect([deleted!.property, updated!.property, created!.property]).toEqual(['Deleted', 'Name', 'Created']);
    expect(updated).toMatchObject({
      tableAffected: 'streams',
      modifiedBy: { name: 'Admin Northstar', email: 'admin@northstar.example' },
      ipAddress: admin.ip,
      userAgent: expect.any(String),
      oldData: { name: 'Law' },
      newData: { name: 'Laws' },
      updated_at: expect.stringMatching(/Z$/),
    });
    expect(created!.newData).toMatchObject({ name: 'Law', status: 1 });
    expect(timeline.data[0]!.created_at).toBe(new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date()));
  });

  it('counts the whole day, whatever the page holds, and has further pages', async () => {
    const first = await read(admin, 'limit=2');
    const second = await read(admin, 'limit=2&page_number=2');
    expect(entriesOf(first)).toHaveLength(2);
    expect(first.data[0]!.count).toBeGreaterThan(2);
    expect(second.data[0]!.count).toBe(first.data[0]!.count);
    expect(entriesOf(second)[0]).not.toEqual(entriesOf(first)[0]);
    expect((await read(admin, 'startDate=2001-01-01&endDate=2001-01-02')).totalDocuments).toBe(0);
    const ever = await read(admin, 'startDate=0000-01-01&endDate=9999-12-31&limit=2');
    expect([ever.code, ever.totalDocuments]).toEqual([200, first.totalDocuments]);
    // one day, whose total is its count, and the same day as part of two
    const [{ created_at: day, count }] = first.data as [Timeline['data'][number]];
    const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
    for (const page of [1, 2]) {
      const alone = await read(admin, `startDate=${day}&endDate=${day}&limit=2&page_number=${page}`);
      const within = await read(admin, `startDate=${before}&endDate=${day}&limit=2&page_number=${page}`);
      expect([alone.totalDocuments, alone.data[0]!.count, alone.data]).toEqual([count, count, within.data]);
    }
    const past = await read(admin, `startDate=${day}&endDate=${day}&limit=2&page_number=${count}`);
    expect([past.totalDocuments, past.data]).toEqual([count, []]);
  });

  it('TIMELINE-048 refuses invalid days and pages, and answers a page far beyond the last', async () => {
    for (const query of [
      'startDate=2026-02-31',
      'endDate=today',
      'limit=0',
      'limit=101',
      'page_number=0',
      'page_number=1e308',
      "userId[]='--",
    ])
      expect([query, (await read(admin, query)).code]).toEqual([query, query.startsWith('userId') ? 200 : 422]);
    const far = await read(admin, 'page_number=1000000000');
    expect([far.code, far.data]).toEqual([200, []]);
    expect((await read(admin, 'startDate=2026-03-02&endDate=2026-03-01')).totalDocuments).toBe(0);
  });

  it('narrows by table and by action, with matching counts', async () => {
    const made = await call(test, admin, 'POST', 'res/streams', { name: 'Arts' });
    const { id } = made.body as { id: string };
    await call(test, admin, 'PATCH', `res/streams/${id}`, { name: 'Fine arts' });
    await call(test, admin, 'DELETE', `res/streams/${id}`);
    await call(test, admin, 'POST', `res/streams/${id}/restore`, {});
    await call(test, admin, 'POST', 'res/lead-sources', { name: 'Fair of arts' });
    const { northstar } = test.fixture.tenants;
    await test.store.transaction(actor(northstar), (tx) =>
      tx.run(sql`delete from "streams" where "tenant_id" = ${northstar} and "id" = ${id}`),
    );
    const whole = await read(admin, 'limit=100');
    const all = entriesOf(whole);
    expect(all).toHaveLength(whole.totalDocuments);
    const actionOf = ({ property }: Entry): string =>
      ['Created', 'Deleted', 'Restored'].includes(property) ? property.toLowerCase() : 'updated';
    for (const action of ['created', 'updated', 'deleted', 'restored'])
      for (const table of [undefined, 'streams', 'lead_sources', 'no_such_table']) {
        const found = await read(admin, `limit=100&action=${action}${table ? `&table=${table}` : ''}`);
        const wanted = all.filter((one) => actionOf(one) === action && (!table || one.tableAffected === table));
        expect([action, table, entriesOf(found)]).toEqual([action, table, wanted]);
        expect([found.totalDocuments, found.data.reduce((sum, day) => sum + day.count, 0)]).toEqual([
          wanted.length,
          wanted.length,
        ]);
      }
    expect(entriesOf(await read(admin, 'limit=100&table=streams&action=deleted')).length).toBeGreaterThanOrEqual(2);
    expect(entriesOf(await read(admin, 'limit=100&table=streams&action=restored'))).toHaveLength(1);
    const own = await read(counsellor, 'limit=100&table=streams');
    expect([own.code, own.totalDocuments]).toEqual([200, 0]);
    for (const query of ['action=undone', 'table=Streams', "table=a'--", 'table='])
      expect([query, (await read(admin, query)).code]).toEqual([query, 422]);
  });

  it('ENT-073 shows the entries of several people in one order, each once and page by page', async () => {
    const people = ['admin@northstar.example', 'counsellor@northstar.example'];
    const [one, two] = people.map((email) => test.fixture.users[email]!);
    const { northstar } = test.fixture.tenants;
    for (const userId of [two!, one!, two!])
      await test.store.transaction(actor(northstar, userId), (tx) =>
        tx.run(sql`insert into "streams" ("tenant_id", "id", "name") values (${northstar}, ${newId()}, ${newId()})`),
      );
    const chosen = `userId[]=${one}&userId[]=${two}&userId[]=${one}`;
    const all = await read(admin, 'limit=100');
    const wanted = entriesOf(all).filter((entry) => people.includes(entry.modifiedBy.email));
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(await read(admin, `${chosen}&limit=2&page_number=${page}`));
    expect(pages.flatMap(entriesOf)).toEqual(wanted.slice(0, 6));
    expect(new Set(pages.flatMap(entriesOf).map((entry) => entry.modifiedBy.email)).size).toBe(2);
    expect(pages[0]!.totalDocuments).toBe((await read(admin, `userId[]=${one}&userId[]=${two}`)).totalDocuments);
    expect((await read(admin, `userId[]=${two}`)).totalDocuments).toBeLessThan(pages[0]!.totalDocuments);
  });

  it('TIMELINE-051 never shows a secret', async () => {
    await call(test, admin, 'POST', 'res/colleges', { clg_name: 'Sealed', lead_push_key: 'very-secret-key' });
    await call(test, admin, 'POST', 'res/users', {
      name: 'A',
      email: 'a@northstar.example',
      role: 4,
      type: 'org',
      password: 'long pass phrase',
    });
    const text = JSON.stringify(await read(admin, 'limit=50'));
    expect(text).toContain('"lead_push_key":"***"');
    expect(text).toContain('"password":"***"');
    for (const secret of ['very-secret-key', 'long pass phrase', '$argon2id', 'v1.', 'v2.']) expect(text).not.toContain(secret);
  });

  it('TIMELINE-052 shows a person without the code only what they did', async () => {
    const userId = test.fixture.users['admin@northstar.example']!;
    const own = entriesOf(await read(counsellor, 'limit=100'));
    expect(own.length).toBeGreaterThan(0);
    expect(own.every((entry) => entry.modifiedBy.email === 'counsellor@northstar.example')).toBe(true);
    const asked = await read(counsellor, `userId[]=${userId}&limit=100`);
    expect(entriesOf(asked).some((entry) => entry.modifiedBy.email !== 'counsellor@northstar.example')).toBe(false);
    const one = entriesOf(await read(admin, `userId[]=${userId}&limit=100`));
    expect(new Set(one.map((entry) => entry.modifiedBy.email))).toEqual(new Set(['admin@northstar.example']));
    expect(JSON.stringify(await read(admin, 'limit=100'))).not.toContain('lakeview');
  });
});

describe('the export of the timeline', () => {
  beforeAll(() => test.services.jobs.start());
  const take = (who: Browser, body: object) => call(test, who, 'POST', 'timeline/export', body as Record<string, unknown>);
  const rowsOf = async (body: object): Promise<string[][]> => {
    const started = (await take(admin, body)).body as unknown as { data: { export_id: string } };
    const read = async () =>
      (await call(test, admin, 'GET', `exports/${started.data.export_id}`)).body as unknown as {
        data: { state: string; url: string; rows: number; file_name: string };
      };
    let { data } = await read();
    while (data.state === 'queued' || data.state === 'running') {
      await new Promise((resolve) => setTimeout(resolve, 20));
      ({ data } = await read());
    }
    expect(data.file_name).toMatch(/^Timeline \d{4}-\d\d-\d\d\.csv$/);
    const rows = parse((await call(test, admin, 'GET', data.url.replace('/api/', ''))).text, { bom: true });
    expect(rows).toHaveLength(data.rows + 1);
    return rows;
  };
  it('holds exactly what is filtered, in the order and wording of the screen, without secrets', async () => {
    for (const name of ['=cmd()', 'Exported']) await call(test, admin, 'POST', 'res/streams', { name });
    await call(test, admin, 'POST', 'res/colleges', { clg_name: 'Sealed and exported', lead_push_key: 'very-secret-key' });
    const filter = { table: 'streams', action: 'created', userId: [test.fixture.users['admin@northstar.example']!] };
    const shown = entriesOf(await read(admin, `limit=100&table=streams&action=created&userId[]=${filter.userId[0]}`));
    const [head, ...rows] = await rowsOf(filter);
    expect(head).toEqual([
      'Time',
      'Modified by',
      'Email',
      'Table',
      'Record',
      'Change',
      'IP address',
      'User agent',
      'Old Data',
      'New Data',
    ]);
    expect(rows.map((row) => [row[0], row[2], row[3], row[5], JSON.parse(row[9]!)])).toEqual(
      shown.map((one) => [one.created_at, one.modifiedBy.email, 'Stream', one.property, one.newData]),
    );
    expect(shown.length).toBeGreaterThan(1);
    const all = JSON.stringify(await rowsOf({}));
    expect(all).toContain('***');
    for (const secret of ['very-secret-key', 'long pass phrase', '$argon2id', 'v1.', 'v2.', 'lakeview'])
      expect(all).not.toContain(secret);
    expect(await rowsOf({ startDate: '2001-01-01', endDate: '2001-01-02' })).toHaveLength(1);
  });
  it('exports page by page, records who exported, and refuses more than ten thousand rows', async () => {
    const { northstar } = test.fixture.tenants;
    const add = (n: number): Promise<unknown> =>
      test.store.transaction(actor(northstar), (tx) =>
        tx.run(sql`insert into "streams" ("tenant_id", "id", "name")
          select ${northstar}, 'many-' || ${n}::text || '-' || g, 'Many ' || ${n}::text || ' ' || g from generate_series(1, ${n}::int) g`),
      );
    await add(2500);
    const ids = (await rowsOf({ table: 'streams', action: 'created' })).slice(1).map((row) => row[4]);
    expect([new Set(ids).size, ids.filter((id) => id!.startsWith('many-2500-')).length]).toEqual([ids.length, 2500]);
    const [kept] = await test.store.admin(
      `select kind, state, rows, filters, created_by from csv_exports order by id desc limit 1`,
    );
    expect(kept).toMatchObject({
      kind: 'timeline',
      state: 'done',
      filters: { query: { table: 'streams', action: 'created' } },
      created_by: test.fixture.users['admin@northstar.example'],
    });
    await add(7600);
    expect((await take(admin, { table: 'streams' })).body).toMatchObject({
      code: 422,
      message: 'More than 10,000 changes. Choose fewer days, a table or specific users.',
    });
  });
  it('needs level 5 of Timeline', async () => {
    expect((await take(counsellor, {})).code).toBe(403);
    expect((await take(admin, { table: 'No table' })).code).toBe(422);
  });
});

describe('the tenant profile', () => {
  it('PRODUCT-005 answers only the user’s own tenant, with the default entity name and masked credentials for role 1 only', async () => {
    const { northstar, lakeview } = test.fixture.tenants;
    const seal = test.services.secrets.seal('zoho-secret-9876', `${northstar}/tenant/zoho_crm_client_secret/${northstar}`);
    await test.store.admin(`begin; set local app.tenant = '${northstar}'; set local app.request = 'test';
      update tenant set zoho_crm_client_secret = '${seal}' where tenant_id = '${northstar}'; commit`);
    const profile = async (who: Browser, id: string) =>
      (await call(test, who, 'GET', `get_tenant_by_id/${id}`)).body as {
        code: number;
        data: Record<string, unknown>[];
      };
    const seen = await profile(admin, northstar);
    expect(seen.data[0]).toMatchObject({
      id: northstar,
      name: 'Northstar',
      tenant_type: 'consultant',
      entity_name: 'College',
      zoho_crm_client_secret: '••••9876',
    });
    const less = await profile(counsellor, northstar);
    expect(less.data[0]).toHaveProperty('name', 'Northstar');
    expect(less.data[0]).not.toHaveProperty('zoho_crm_client_secret');
    expect((await profile(admin, lakeview)).code).toBe(404);
  });
});
