import type { CrudFilter } from '@refinedev/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { restDataProvider } from '../../src/providers/rest-data-provider';
import { freshBrowser, json, signedIn, stubNetwork } from './browser-fixture';

beforeEach(() => {
  freshBrowser('/leads');
  signedIn();
});
afterEach(() => vi.unstubAllGlobals());

it("simple-rest's calls go through the product's client, with its session and headers", async () => {
  const asked = stubNetwork(() => json([{ id: '1' }], 200, { 'x-total-count': '41' }));
  const answer = await restDataProvider.getList({
    resource: 'streams',
    pagination: { currentPage: 2, pageSize: 10 },
    sorters: [{ field: 'name', order: 'asc' }],
    filters: [{ field: 'status', operator: 'eq', value: 1 }],
    meta: { headers: { 'X-Trace': 'seven' } },
  });
  expect(answer).toEqual({ data: [{ id: '1' }], total: 41 });
  const [path, query] = asked[0]!.path.split('?');
  expect(path).toBe('res/streams');
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
    _start: '10',
    _end: '20',
    _sort: 'name',
    _order: 'asc',
    status: '1',
  });
  expect(asked[0]!.init.credentials).toBe('include');
  expect(asked[0]!.headers.get('authorization')).toMatch(/^Bearer /);
  expect(asked[0]!.headers.get('x-xsrf-token')).toBe('abc.def-1');
  expect(asked[0]!.headers.get('x-trace')).toBe('seven');
});

it('records are read and written under res/', async () => {
  const asked = stubNetwork(() => json({ id: '1', name: 'Law' }));
  const resource = 'streams';
  expect(await restDataProvider.create({ resource, variables: { name: 'Law' } })).toEqual({ data: { id: '1', name: 'Law' } });
  await restDataProvider.update({ resource, id: '1', variables: { name: 'Laws' } });
  await restDataProvider.getOne({ resource, id: '1' });
  await restDataProvider.deleteOne({ resource, id: '1' });
  expect(asked.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', 'res/streams', { name: 'Law' }],
    ['PATCH', 'res/streams/1', { name: 'Laws' }],
    ['GET', 'res/streams/1', undefined],
    ['DELETE', 'res/streams/1', undefined],
  ]);
});

it("a refusal has the server's message, and one for each field", async () => {
  stubNetwork(() => json({ code: 422, message: 'No.', errors: [{ path: 'name', message: 'Name is required' }] }, 422));
  await expect(restDataProvider.create({ resource: 'streams', variables: {} })).rejects.toMatchObject({
    message: 'No.',
    statusCode: 422,
    errors: { name: ['Name is required'] },
  });
});

it('a refusal that names no field passes its status to refine', async () => {
  stubNetwork(() => json({ code: 403, message: 'You may not see this.' }, 403));
  await expect(restDataProvider.getOne({ resource: 'streams', id: '1' })).rejects.toMatchObject({
    message: 'You may not see this.',
    statusCode: 403,
  });
});

it('every operator reaches the server under its own name, or is refused', async () => {
  const asked = stubNetwork(() => json([], 200, { 'x-total-count': '0' }));
  const list = (filters: CrudFilter[]) => restDataProvider.getList({ resource: 'courses', filters });
  await list([
    { field: 'duration_months', operator: 'gt', value: 12 },
    { field: 'level', operator: 'nin', value: ['diploma', 'doctorate'] },
    { field: 'stream_id', operator: 'null', value: true },
    {
      operator: 'or',
      value: [
        { field: 'name', operator: 'contains', value: 'Law' },
        { field: 'status', operator: 'eq', value: 0 },
      ],
    },
  ]);
  const query = new URLSearchParams(asked[0]!.path.split('?')[1]);
  expect([...query].filter(([name]) => !name.startsWith('_'))).toEqual([
    ['1-name_like', 'Law'],
    ['2-status', '0'],
    ['duration_months_gt', '12'],
    ['level_ne', 'diploma'],
    ['level_ne', 'doctorate'],
    ['stream_id_null', 'true'],
  ]);
  await expect(list([{ field: 'name', operator: 'like' as 'eq', value: 'x' }])).rejects.toThrow("no filter 'like' (name)");
  expect(await list([{ field: 'name', operator: 'in', value: [] }])).toEqual({ data: [], total: 0 });
});

it('a list without pages and many records are loaded completely', async () => {
  const all = Array.from({ length: 130 }, (_, at) => ({ id: String(at) }));
  const asked = stubNetwork(({ path }) => {
    const query = new URLSearchParams(path.split('?')[1]);
    const ids = query.getAll('id');
    const found = ids.length ? all.filter(({ id }) => ids.includes(id)) : all;
    return json(found.slice(Number(query.get('_start') ?? 0), Number(query.get('_end') ?? 10)), 200, { 'x-total-count': '130' });
  });
  const off = await restDataProvider.getList({ resource: 'streams', pagination: { mode: 'off' } });
  expect(off).toEqual({ data: all, total: 130 });
  expect(asked).toHaveLength(2);
  const ids = all.slice(0, 30).map(({ id }) => id);
  expect((await restDataProvider.getMany!({ resource: 'streams', ids })).data).toEqual(all.slice(0, 30));
});

it('many records are asked for in batches, empty ids are left out, and a large page is read in several parts', async () => {
  const all = Array.from({ length: 330 }, (_, at) => ({ id: `01M847BRQSW2TXT2JAM4${String(at).padStart(6, '0')}` }));
  const asked = stubNetwork(({ path }) => {
    const query = new URLSearchParams(path.split('?')[1]);
    const ids = query.getAll('id');
    const found = ids.length ? all.filter(({ id }) => ids.includes(id)) : all;
    return json(found.slice(Number(query.get('_start')), Number(query.get('_end'))), 200, { 'x-total-count': '330' });
  });
  const ids = [null, ...all.map(({ id }) => id), undefined] as string[];
  expect((await restDataProvider.getMany!({ resource: 'streams', ids })).data).toEqual(all);
  expect([asked.length, Math.max(...asked.map(({ path }) => path.length)) < 8000]).toEqual([4, true]);
  const second = await restDataProvider.getList({ resource: 'streams', pagination: { currentPage: 2, pageSize: 150 } });
  expect(second).toEqual({ data: all.slice(150, 300), total: 330 });
});

it('an id is one part of the address', async () => {
  const asked = stubNetwork(() => json({ id: 'x' }));
  await restDataProvider.getOne({ resource: 'streams', id: '../users/u-1' });
  await restDataProvider.update({ resource: 'streams', id: 'a?b', variables: { status: 0 } });
  expect(asked.map(({ path }) => path)).toEqual(['res/streams/..%2Fusers%2Fu-1', 'res/streams/a%3Fb']);
});

it('custom calls name every operator too, and are refused like those of the default provider', async () => {
  const asked = stubNetwork(({ path }) => json(path.startsWith('leads/') ? { code: 403, message: 'No.' } : []));
  const filters: CrudFilter[] = [{ field: 'duration_months', operator: 'gt', value: 12 }];
  await restDataProvider.custom!({ url: `${restDataProvider.getApiUrl()}/courses`, method: 'get', filters });
  expect(asked[0]!.path).toBe('res/courses?duration_months_gt=12');
  await expect(restDataProvider.custom!({ url: '/api/leads/merge', method: 'post', payload: {} })).rejects.toMatchObject({
    code: 403,
  });
});
