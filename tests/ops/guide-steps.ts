import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOutbound } from '../../server/outbound/make-outbound';
import { deliverDueEvents } from '../../server/webhooks/webhook-worker';
import { makeListWorld, type ListWorld } from '../jobs/list-work';
import { call, signIn, type Answer, type Browser } from '../support/app';

/** "What you get" of docs/guides/add-a-resource.md, line by line. It runs in a copy in which the guide was followed (guide.test.ts). */
type Row = Record<string, unknown>;
const path = 'res/hostel-rooms';
let world: ListWorld;
let admin: Browser;
let college: unknown;

beforeAll(async () => {
  world = await makeListWorld();
  ({ admin } = world);
  college = ((await ask('POST', 'res/colleges', { clg_name: 'Fergusson' })).body as Row)['id'];
});
afterAll(() => world.test.close());

const ask = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', to: string, body?: unknown, who = admin): Promise<Answer> =>
  call(world.test, who, method, to, body);
const add = async (body: Row, who = admin): Promise<Row> => {
  const answer = await ask('POST', path, { capacity: 2, ...body }, who);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Row;
};
const rooms = async (query: string): Promise<unknown[]> => (await world.rows('hostel-rooms', query)).map((row) => row['room']);

describe('what you get', () => {
  it('the table, with tenant key, foreign key, unique index, row security and audit trigger', async () => {
    const { test } = world;
    const keys = await test.store.admin<{ text: string }>(
      `select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = 'hostel_rooms'::regclass and contype in ('p', 'f')`,
    );
    expect(keys.map(({ text }) => text).toSorted()).toEqual([
      'FOREIGN KEY (tenant_id, clg_id) REFERENCES colleges(tenant_id, clg_id)',
      'PRIMARY KEY (tenant_id, id)',
    ]);
    const [table] = await test.store.admin(
      `select relrowsecurity and relforcerowsecurity as secured from pg_class where oid = 'hostel_rooms'::regclass`,
    );
    expect(table).toEqual({ secured: true });
    await add({ room: 'U-1', clg_id: college });
    const twice = await ask('POST', path, { room: 'U-1', capacity: 1, clg_id: college });
    expect([twice.status, twice.body.message]).toEqual([409, expect.stringContaining('already exists')]);
    const lakeview = await signIn(test, 'admin@lakeview.example');
    expect((await ask('GET', path, undefined, lakeview)).body).toEqual([]);
  });

  it('calls, checked at levels 1 to 4', async () => {
    const { test } = world;
    const id = String((await add({ room: 'L-1' }))['id']);
    const tried = async (level: number[]): Promise<number[]> => {
      await world.grant(4, [{ code: 'Setting_Configuration', level }]);
      const who = await signIn(test, 'counsellor@northstar.example');
      const answers = [
        await ask('GET', path, undefined, who),
        await ask('GET', `${path}/${id}`, undefined, who),
        await ask('POST', path, { room: `L-${level.length}-new`, capacity: 1 }, who),
        await ask('PATCH', `${path}/${id}`, { fee: level.length }, who),
        await ask('DELETE', `${path}/${id}`, undefined, who),
      ];
      return answers.map(({ status }) => status);
    };
    expect(await tried([])).toEqual([403, 403, 403, 403, 403]);
    const all: number[][] = [];
    for (const level of [[1], [1, 2], [1, 2, 3], [1, 2, 3, 4]]) all.push(await tried(level));
    expect(all).toEqual([
      [200, 200, 403, 403, 403],
      [200, 200, 200, 403, 403],
      [200, 200, 200, 200, 403],
      [200, 200, 200, 200, 200],
    ]);
  });

  it('search, filters, sort and paging', async () => {
    for (const [room, block, capacity] of [
      ['P-1', 'North', 1],
      ['P-2', 'South', 2],
      ['P-3', 'South', 3],
    ] as const)
      await add({ room, block, capacity, warden: 'Pramila Joshi' });
    expect(await rooms('q=pramila&_sort=capacity&_order=DESC')).toEqual(['P-3', 'P-2', 'P-1']);
    expect(await rooms('q=pramila&block=South')).toEqual(['P-2', 'P-3']);
    expect(await rooms('q=pramila&_start=1&_end=2')).toEqual(['P-2']);
  });

  it('photo upload, and a college chosen by its name', async () => {
    const edge = 'edge';
    const png = readFileSync('public/icon-192.png');
    const body = Buffer.concat([
      Buffer.from(`--${edge}\r\nContent-Disposition: form-data; name="field"\r\n\r\nphoto\r\n`),
      Buffer.from(
        `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="room.png"\r\nContent-Type: image/png\r\n\r\n`,
      ),
      png,
      Buffer.from(`\r\n--${edge}--\r\n`),
    ]);
    const sent = await call(world.test, admin, 'POST', `${path}/upload`, body, {
      'content-type': `multipart/form-data; boundary=${edge}`,
    });
    expect(sent.status, sent.text).toBe(200);
    const { value: photo } = sent.body;
    const room = await add({ room: 'F-1', photo, clg_id: college });
    const read = (await ask('GET', `${path}/${String(room['id'])}`)).body as Row;
    expect(read).toMatchObject({ _labels: { clg_id: 'Fergusson' } });
    expect((await world.bytes(String(read['photo']).split('#')[0])).equals(png)).toBe(true);
  });

  it('import with a preview, an error file and an undo of 72 hours; export as CSV and XLSX', async () => {
    const file = 'Room,Capacity,Warden,College\nI-1,4,Zubin Rao,Fergusson\nI-2,40,Zubin Rao,Fergusson\n';
    const seen = await world.upload('hostel-rooms', file);
    expect(seen).toMatchObject({ rows_seen: 2, mapping: { Room: 'room', College: 'clg_id' } });
    const step = (body: Row) => world.post(`${path}/import`, body);
    const dry = await world.ended(await step({ step: 'dry_run', file_id: seen['file_id'], options: {} }));
    expect([dry.result, await rooms('q=zubin')]).toEqual([expect.objectContaining({ created: 1, failed: 1 }), []]);
    const again = await world.upload('hostel-rooms', file);
    const done = await world.ended(await step({ step: 'start', file_id: again['file_id'], options: {} }));
    const status = (await step({ step: 'status', job_id: done.id })).body as Row;
    expect(status).toMatchObject({ created: 1, failed: 1 });
    expect((await world.bytes(status['errors_url'])).toString()).toContain('I-2');
    expect(await rooms('q=zubin')).toEqual(['I-1']);
    const csv = await world.post(`${path}/export`, { format: 'csv', query: { q: 'zubin' } });
    const text = (await world.bytes(csv.body['url'])).toString();
    expect(text.replace('\uFEFF', '').split(/\r?\n/)[0]).toBe(
      'ID,Room,Block,Capacity,Warden,Fee,Photo,College,Status,Created,Changed,Created by,Changed by,Version',
    );
    expect(text).toContain('I-1,,4,Zubin Rao,,,Fergusson,');
    const sheet = await world.post(`${path}/export`, { format: 'xlsx', query: { q: 'zubin' } });
    expect((await world.bytes(sheet.body['url'])).subarray(0, 2).toString()).toBe('PK');
    expect((await world.ended(await step({ step: 'undo', job_id: done.id }))).result).toMatchObject({ done: 1 });
    expect(await rooms('q=zubin')).toEqual([]);
  });

  it('a history of every change; a delete refused while in use, and restored within 30 days', async () => {
    const id = String((await add({ room: 'H-1', warden: 'Hema' }))['id']);
    await ask('PATCH', `${path}/${id}`, { warden: 'Hari' });
    expect((await ask('DELETE', `${path}/${id}`)).status).toBe(200);
    expect((await ask('GET', `${path}/${id}`)).status).toBe(404);
    expect((await ask('POST', `${path}/${id}/restore`)).status).toBe(200);
    const history = (await ask('GET', `${path}/${id}/history`)).body as unknown as Row[];
    expect(history.map((entry) => entry['property'])).toEqual(['Restored', 'Deleted', 'Warden', 'Created']);
    const used = await ask('DELETE', `res/colleges/${String(college)}`);
    expect([used.status, used.body.message]).toEqual([409, 'Fergusson is in use and cannot be deleted.']);
  });

  it('its place in the API document', async () => {
    const { paths } = (await ask('GET', 'openapi.json')).body as { paths: Row };
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/res/hostel-rooms', '/api/res/hostel-rooms/{id}']));
  });

  it('scopes for API keys: what a key was not given is refused', async () => {
    const { key } = (await ask('POST', 'res/api-keys', { name: 'Rooms', scopes: ['hostel-rooms:read'] })).body as { key: string };
    const asKey = async (method: 'GET' | 'POST', to: string): Promise<number> => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const payload = method === 'POST' ? { payload: JSON.stringify({ room: 'K-1', capacity: 1 }) } : {};
      return (await world.test.app.inject({ method, url: `/api/${to}`, headers, remoteAddress: '198.18.0.9', ...payload }))
        .statusCode;
    };
    expect([await asKey('GET', path), await asKey('POST', path), await asKey('GET', 'res/colleges')]).toEqual([200, 403, 403]);
  });

  it('events for webhooks, delivered', async () => {
    const got: string[] = [];
    const receiver = createServer((request, response) => {
      got.push(String(request.headers['x-prospectus-event']));
      request.resume().on('end', () => response.end());
    });
    await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
    const { port } = receiver.address() as { port: number };
    Object.assign(world.test.services, { outbound: makeOutbound({ allow: [`127.0.0.1:${port}`] }) });
    const secret = 'a-signing-secret-of-32-characters';
    const made = await ask('POST', 'res/webhooks', {
      name: 'Rooms',
      url: `http://127.0.0.1:${port}/`,
      events: ['hostel-rooms.*'],
      secret,
    });
    expect(made.status, made.text).toBe(200);
    const id = String((await add({ room: 'W-1' }))['id']);
    await ask('PATCH', `${path}/${id}`, { capacity: 3 });
    await ask('DELETE', `${path}/${id}`);
    const deliver = async (): Promise<string[]> => {
      const busy = new Map<string, Promise<void>>();
      await deliverDueEvents(world.test.services, busy);
      await Promise.all(busy.values());
      return got;
    };
    await expect.poll(deliver).toHaveLength(3);
    receiver.closeAllConnections();
    receiver.close();
    expect(got).toEqual(['hostel-rooms.created', 'hostel-rooms.updated', 'hostel-rooms.deleted']);
  });
});
