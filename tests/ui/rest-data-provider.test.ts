// @vitest-environment happy-dom
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

it("a refusal says the server's sentence, and each field's", async () => {
  stubNetwork(() => json({ code: 422, message: 'No.', errors: [{ path: 'name', message: 'Name is required' }] }, 422));
  await expect(restDataProvider.create({ resource: 'streams', variables: {} })).rejects.toMatchObject({
    message: 'No.',
    statusCode: 422,
    errors: { name: ['Name is required'] },
  });
});
