import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../../src/schemas/kit/all';
import { wiresOf } from '../../src/schemas/kit/resource';
import { collectEndpoints } from '../../server/app';
import { build, call, signIn, type Answer, type Browser, type TestApp } from '../support/app';

/** Deletion is soft, and the administrator can undo it within 30 days. */
let test: TestApp;
let admin: Browser;
let manager: Browser;
beforeAll(async () => {
  test = await build();
  admin = await signIn(test, 'admin@northstar.example');
  manager = await signIn(test, 'manager@northstar.example');
});
afterAll(() => test.close());

type Row = Record<string, unknown>;
const ask = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, who = admin): Promise<Answer> =>
  call(test, who, method, path, body);
const make = async (resource: string, body: Row): Promise<string> => {
  const answer = await ask('POST', `res/${resource}`, body);
  expect(answer.status, answer.text).toBe(200);
  return String((answer.body as Row)['id']);
};
const deleted = async (resource: string): Promise<Row[]> =>
  (await ask('GET', `res/${resource}/deleted`)).body as unknown as Row[];

describe('a deleted record', () => {
  it('is listed for the administrator with the user who deleted it, and is restored as it was', async () => {
    const id = await make('streams', { name: 'Fine arts' });
    const before = (await ask('GET', `res/streams/${id}`)).body as Row;
    expect((await ask('DELETE', `res/streams/${id}`)).status).toBe(200);
    expect((await ask('GET', `res/streams/${id}`)).status).toBe(404);
    const [row] = await deleted('streams');
    expect(row).toMatchObject({ id, name: 'Fine arts', _labels: { updated_by: expect.any(String) as string } });
    expect((await ask('POST', `res/streams/${id}/restore`)).status).toBe(200);
    const after = (await ask('GET', `res/streams/${id}`)).body as Row;
    expect(after).toEqual({
      ...before,
      row_version: after['row_version'],
      updated_at: after['updated_at'],
      _labels: after['_labels'],
    });
    expect(await deleted('streams')).toEqual([]);
    expect((await ask('GET', 'res/streams/deleted?name=Fine')).status).toBe(422); // the list of deleted records has no filters, and says so
    expect((await ask('GET', 'res/streams/deleted?q=Fine')).status).toBe(422);
    expect((await ask('GET', 'res/streams/deleted?_sort=name')).body).toMatchObject({
      errors: [{ path: '_sort', message: "This list cannot be sorted by 'name'." }],
    });
    expect((await ask('GET', 'res/streams/deleted?_start=0&_end=10')).status).toBe(200); // as refine's REST provider sends it
    const history = (await ask('GET', `res/streams/${id}/history`)).body as unknown as Row[];
    expect(history.map((entry) => entry['property'])).toEqual(['Restored', 'Deleted', 'Created']);
  });

  it('cannot be listed or restored by anyone else, and is unknown to other tenants', async () => {
    const id = await make('colleges', { clg_name: 'Ferns College' });
    await ask('DELETE', `res/colleges/${id}`);
    expect((await ask('GET', 'res/colleges/deleted', undefined, manager)).status).toBe(403);
    expect((await ask('POST', `res/colleges/${id}/restore`, undefined, manager)).status).toBe(403);
    const foreign = await signIn(test, 'admin@lakeview.example');
    expect((await ask('GET', 'res/colleges/deleted', undefined, foreign)).body).toEqual([]);
    expect((await ask('POST', `res/colleges/${id}/restore`, undefined, foreign)).status).toBe(404);
  });

  it('stays deleted when its name was taken since, or a record it refers to is gone', async () => {
    const first = await make('streams', { name: 'Twice' });
    await ask('DELETE', `res/streams/${first}`);
    await make('streams', { name: 'Twice' });
    const taken = await ask('POST', `res/streams/${first}/restore`);
    expect([taken.status, taken.body.errors?.[0]?.path], taken.text).toEqual([409, 'name']);
    const stream = await make('streams', { name: 'Passing' });
    const course = await make('courses', { name: 'B.Pass', stream_id: stream });
    expect((await ask('DELETE', `res/streams/${stream}`)).status, 'in use').toBe(409);
    await ask('DELETE', `res/courses/${course}`);
    await ask('DELETE', `res/streams/${stream}`);
    const orphan = await ask('POST', `res/courses/${course}/restore`);
    expect([orphan.status, orphan.body.errors?.[0]?.path], orphan.text).toEqual([422, 'stream_id']);
    await ask('POST', `res/streams/${stream}/restore`);
    expect((await ask('POST', `res/courses/${course}/restore`)).status).toBe(200);
  });

  it('is gone for good after 30 days', async () => {
    const id = await make('streams', { name: 'Long ago' });
    await ask('DELETE', `res/streams/${id}`);
    test.clock.add(29 * 86_400);
    admin = await signIn(test, 'admin@northstar.example');
    expect((await deleted('streams')).map((row) => row['id'])).toContain(id);
    test.clock.add(2 * 86_400);
    admin = await signIn(test, 'admin@northstar.example');
    expect((await deleted('streams')).map((row) => row['id'])).not.toContain(id);
    expect((await ask('POST', `res/streams/${id}/restore`)).status).toBe(404);
  });

  it('can be restored, for every resource that can be deleted', () => {
    const names = new Set(collectEndpoints().endpoints.map((one) => one.name));
    const missing = resources
      .filter(
        (one) => one.access !== 'nobody' && one.store !== 'none' && one.store !== 'shared' && wiresOf(one, 'delete').length > 0,
      )
      .flatMap((one) => [`${one.name}.deleted`, `${one.name}.restore`])
      .filter((name) => !names.has(name));
    expect(missing).toEqual([]);
  });
});
