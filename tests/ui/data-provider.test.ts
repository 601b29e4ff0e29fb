import type { CrudFilter } from '@refinedev/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accessControlProvider } from '../../src/providers/access-control-provider';
import { dataProvider } from '../../src/providers/data-provider';
import { setWho } from '../../src/providers/session/who';
import { levelsOf } from '../../src/schemas/kit/access';
import { freshBrowser, json, signedIn, stubNetwork } from './browser-fixture';

beforeEach(() => {
  freshBrowser('/leads');
  signedIn();
});
afterEach(() => vi.unstubAllGlobals());

const off = { mode: 'off' } as const;
const filters: CrudFilter[] = [
  { field: 'stage_id', operator: 'in', value: ['a', 'b'] },
  { field: 'user_id', operator: 'null', value: true },
  { field: 'created_at', operator: 'gte', value: '2026-01-01' },
];

describe('the data provider', () => {
  it('lists under res/ with filters, order, search and cursors', async () => {
    const asked = stubNetwork(() =>
      json([{ id: '1' }], 200, { 'x-total-count': '10001', 'x-total-exact': 'false', 'x-next': 'n1' }),
    );
    const answer = await dataProvider.getList({
      resource: 'leads',
      pagination: off,
      filters,
      sorters: [{ field: 'name', order: 'desc' }],
      meta: { limit: 50, after: 'c1', search: 'asha' },
    });
    expect(answer).toEqual({ data: [{ id: '1' }], total: 10001, totalExact: false, next: 'n1' });
    const query = new URLSearchParams(asked[0]!.path.split('?')[1]);
    expect(asked[0]!.path).toMatch(/^res\/leads\?/);
    expect([...query.entries()].sort()).toEqual(
      [
        ['_limit', '50'],
        ['_order', 'desc'],
        ['_sort', 'name'],
        ['after', 'c1'],
        ['created_at_gte', '2026-01-01'],
        ['q', 'asha'],
        ['stage_id', 'a'],
        ['stage_id', 'b'],
        ['user_id_null', 'true'],
      ].sort(),
    );
  });

  it('reads a list without pages to its end, and answers an impossible filter without a request', async () => {
    const pages = [
      json([{ id: '1' }, { id: '2' }], 200, { 'x-total-count': '3', 'x-next': 'n1' }),
      json([{ id: '3' }], 200, { 'x-total-count': '3' }),
    ];
    const asked = stubNetwork(() => pages.shift()!);
    expect(await dataProvider.getList({ resource: 'leads', pagination: off })).toEqual({
      data: [{ id: '1' }, { id: '2' }, { id: '3' }],
      total: 3,
    });
    expect(asked.map(({ path }) => path)).toEqual(['res/leads?_start=0&_end=100', 'res/leads?after=n1&_limit=100']);
    const nothing = await dataProvider.getList({ resource: 'leads', filters: [{ field: 'city', operator: 'in', value: [] }] });
    expect(nothing).toEqual({ data: [], total: 0 });
    expect(asked).toHaveLength(2);
  });

  it('pages as refine requests, and groups nested conditions', async () => {
    const asked = stubNetwork(() => json([], 200, { 'x-total-count': '0' }));
    await dataProvider.getList({
      resource: 'leads',
      pagination: { currentPage: 3, pageSize: 20 },
      filters: [
        {
          operator: 'or',
          value: [
            { field: 'city', operator: 'eq', value: 'Pune' },
            { field: 'name', operator: 'contains', value: 'as' },
          ],
        },
      ],
    });
    expect(asked[0]!.path).toBe('res/leads?1-city=Pune&2-name_like=as&_start=40&_end=60');
  });

  it('reads several records with one call, in the requested order', async () => {
    const asked = stubNetwork(() => json([{ id: 'a' }, { id: 'b' }], 200, { 'x-total-count': '2' }));
    expect(await dataProvider.getMany!({ resource: 'leads', ids: ['b', 'gone', 'a'] })).toEqual({
      data: [{ id: 'b' }, { id: 'a' }],
    });
    expect(asked.map(({ path }) => path)).toEqual(['res/leads?id=b&id=gone&id=a&_start=0&_end=100']);
  });

  it('leaves out ids that name nothing, and asks nothing if there is no other', async () => {
    const asked = stubNetwork(() => json([{ id: 'a' }], 200, { 'x-total-count': '1' }));
    const ids = [null, 'a', undefined, '', 'a'] as unknown as string[];
    expect(await dataProvider.getMany!({ resource: 'leads', ids })).toEqual({ data: [{ id: 'a' }, { id: 'a' }] });
    expect(asked.map(({ path }) => path)).toEqual(['res/leads?id=a&_start=0&_end=100']);
    expect(await dataProvider.getMany!({ resource: 'leads', ids: ids.slice(2, 4) })).toEqual({ data: [] });
    expect(asked).toHaveLength(1);
  });

  it('reads a page that is larger than the server answers in several parts', async () => {
    const all = Array.from({ length: 330 }, (_, at) => ({ id: String(at) }));
    const asked = stubNetwork(({ path }) => {
      const query = new URLSearchParams(path.split('?')[1]);
      const start = Number(
        query.get('after') ?? query.get('_start') ?? (Number(query.get('page_no')) - 1) * Number(query.get('limit')),
      );
      const end = start + Number(query.get('_limit') ?? query.get('limit') ?? Number(query.get('_end')) - start);
      const next = end < all.length ? String(end) : '';
      return path.startsWith('res/')
        ? json(all.slice(start, end), 200, { 'x-total-count': '330', 'x-next': next })
        : json({ code: 200, data: all.slice(start, end), count: 330, next });
    });
    const page = (resource: string, currentPage: number) =>
      dataProvider.getList({ resource, pagination: { currentPage, pageSize: 250 } });
    expect(await page('leads', 1)).toEqual({ data: all.slice(0, 250), total: 330 });
    expect(asked.map(({ path }) => path)).toEqual([
      'res/leads?_start=0&_end=100',
      'res/leads?after=100&_limit=100',
      'res/leads?after=200&_limit=50',
    ]);
    expect(await page('states', 2)).toEqual({ data: all.slice(250), total: 330 });
    expect(asked[3]!.path).toBe('get_all_states?page_no=6&limit=50');
  });

  it('reads very many records in batches, so that the addresses are not too long', async () => {
    const ids = Array.from({ length: 1250 }, (_, at) => `01M847BRQSW2TXT2JAM4${String(at).padStart(6, '0')}`);
    const asked = stubNetwork(({ path }) => {
      const found = new URLSearchParams(path.split('?')[1]).getAll('id').map((id) => ({ id }));
      return json(found, 200, { 'x-total-count': String(found.length) });
    });
    expect((await dataProvider.getMany!({ resource: 'leads', ids })).data.map(({ id }) => id)).toEqual(ids);
    expect([asked.length, Math.max(...asked.map(({ path }) => path.length)) < 8000]).toEqual([13, true]);
    expect((await dataProvider.getMany!({ resource: 'leads', ids: [] })).data).toEqual([]);
  });

  it('writes several records one after the other, and stops at a refusal', async () => {
    const asked = stubNetwork(({ path }) =>
      path.endsWith('/y') ? json({ code: 409, message: 'In use.' }, 409) : json({ code: 200, data: { id: 'x' } }),
    );
    await dataProvider.createMany!({ resource: 'leads', variables: [{ name: 'A' }, { name: 'B' }] });
    await dataProvider.updateMany!({ resource: 'leads', ids: ['x', 'z'], variables: { city: 'Pune' } });
    await expect(dataProvider.deleteMany!({ resource: 'leads', ids: ['x', 'y', 'z'] })).rejects.toMatchObject({
      code: 409,
      message: 'In use. Deleted before this: 1 of 3.',
    });
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST res/leads',
      'POST res/leads',
      'PATCH res/leads/x',
      'PATCH res/leads/z',
      'DELETE res/leads/x',
      'DELETE res/leads/y',
    ]);
  });

  it('calls any other address below the API root, with filters and headers', async () => {
    const asked = stubNetwork(() => json({ code: 200, data: 1 }));
    const url = `${dataProvider.getApiUrl()}/leads/counts`;
    const filters: CrudFilter[] = [{ field: 'city', operator: 'ne', value: 'Pune' }];
    const query = { view: ['a', undefined, 'b'], city: undefined, state: null };
    const answer = await dataProvider.custom!({ url, method: 'get', filters, query });
    expect(answer).toEqual({ data: { code: 200, data: 1 } });
    expect(asked[0]).toMatchObject({ method: 'GET', path: 'leads/counts?city_ne=Pune&view=a&view=b' });
  });

  it('fails if the answer of another address is a refusal, and passes on what is under res/ as it is', async () => {
    const refusal = { code: 422, message: 'No.', errors: [{ path: 'name', message: 'Name is required' }] };
    stubNetwork(({ path }) => json(path.startsWith('res/') ? { code: 422, name: 'a record' } : refusal));
    const ask = (url: string): Promise<unknown> => dataProvider.custom!({ url, method: 'post', payload: {} });
    await expect(ask('/api/leads/merge')).rejects.toMatchObject({
      statusCode: 422,
      message: 'No.',
      errors: { name: ['Name is required'] },
    });
    expect(await ask('/api/res/coupons/c-1')).toEqual({ data: { code: 422, name: 'a record' } });
  });

  it('lists with the customer’s own call under its own names', async () => {
    const asked = stubNetwork(() => json({ code: 200, data: [{ id: 4 }], count: 1 }));
    const answer = await dataProvider.getList({
      resource: 'states',
      pagination: off,
      filters: [{ field: 'country_id', operator: 'eq', value: 101 }],
      meta: { limit: 20, start: 40 },
    });
    expect(answer).toEqual({ data: [{ id: 4 }], total: 1, totalExact: true });
    expect(asked[0]!.path).toBe('get_all_states?countryId=101&page_no=3&limit=20');
    await dataProvider.getList({ resource: 'custom-fields', pagination: off, meta: { limit: 10 } });
    expect(asked[1]).toMatchObject({ method: 'POST', path: 'get/custome-field', body: { limit: 10, page_number: 1 } });
  });

  it('refuses a comparison with a field that the customer’s own call only searches', async () => {
    const asked = stubNetwork(() => json({ code: 200, data: [], count: 0 }));
    const list = (resource: string, field: string, operator: 'eq' | 'in' | 'contains', value: unknown): Promise<unknown> =>
      dataProvider.getList({ resource, pagination: { pageSize: 10 }, filters: [{ field, operator, value } as CrudFilter] });
    const refused = (operator: string, field: string): string =>
      `A list has no filter '${operator}' of ${field}, which is only searched: use 'contains'.`;
    await expect(list('cities', 'name', 'in', ['Goa', 'Pune'])).rejects.toThrow(refused('in', 'name'));
    await expect(list('cities', 'name', 'eq', 'Goa')).rejects.toThrow(refused('eq', 'name'));
    await expect(list('states', 'value', 'eq', 'Goa')).rejects.toThrow(refused('eq', 'value'));
    await expect(list('states', 'name', 'eq', 'Goa')).rejects.toThrow(refused('eq', 'name'));
    expect(asked).toEqual([]);
    await list('states', 'value', 'contains', 'Goa');
    expect(asked.map(({ path }) => path)).toEqual(['get_all_states?page_no=1&limit=10&value_like=Goa']);
  });

  it('writes by wire: path, body and the GET that writes', async () => {
    const asked = stubNetwork(() => json({ code: 200, data: { id: 7 } }));
    await dataProvider.update({ resource: 'states', id: 7, variables: { name: 'Goa', row_version: 3 } });
    await dataProvider.update({ resource: 'states', id: 7, variables: { status: 0, row_version: 3 } });
    await dataProvider.deleteOne({ resource: 'states', id: 7 });
    await dataProvider.create({ resource: 'sms-templates', variables: { name: 'A b', status: 1 } });
    await dataProvider.update({ resource: 'sms-templates', id: 'x', variables: { body: 'म'.repeat(2000) } });
    await dataProvider.update({ resource: 'custom-fields', id: 'c', variables: { label: 'L' } });
    await dataProvider.update({ resource: 'leads', id: 'l', variables: { name: 'Asha' } });
    expect(asked.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['PUT', 'state/update/7', { name: 'Goa', row_version: 3 }],
      ['PUT', 'state/status/update/7', { status: 0, row_version: 3 }],
      ['DELETE', 'state/delete/7', undefined],
      ['GET', 'savesmstemplate?name=A+b&status=1', undefined],
      ['POST', 'updatesmstemplate', { body: 'म'.repeat(2000), id: 'x' }],
      ['POST', 'create/custome-field', { label: 'L', id: 'c' }],
      ['PATCH', 'res/leads/l', { name: 'Asha' }],
    ]);
  });

  it('fails with the server’s message, its fields and the current record', async () => {
    stubNetwork(() => json({ code: 409, message: 'Changed.', current: { id: 7 } }));
    await expect(dataProvider.update({ resource: 'states', id: 7, variables: {} })).rejects.toMatchObject({
      code: 409,
      more: { current: { id: 7 } },
    });
    stubNetwork(() => json({ code: 422, message: 'No.', errors: [{ path: 'name', message: 'Name is required' }] }, 422));
    await expect(dataProvider.create({ resource: 'leads', variables: {} })).rejects.toMatchObject({
      code: 422,
      statusCode: 422,
      message: 'No.',
      errors: { name: ['Name is required'] },
    });
  });

  it('cancels a list that is no longer needed', async () => {
    stubNetwork(() => json([]));
    const gone = AbortSignal.abort();
    await expect(
      dataProvider.getList({ resource: 'leads', pagination: off, meta: { queryContext: { signal: gone } } as never }),
    ).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('the access control provider', () => {
  it('answers from the levels of the user who is signed in', async () => {
    const can = async (action: string): Promise<boolean> =>
      (await accessControlProvider.can({ resource: 'sms-templates', action })).can;
    setWho({ role: 4, type: 'org', levels: levelsOf([{ code: 'SMS_Communication', level: [1, 3] }]) });
    expect([await can('list'), await can('show'), await can('create'), await can('edit'), await can('delete')]).toEqual([
      true,
      true,
      false,
      true,
      false,
    ]);
    setWho({ role: 1, type: 'org', levels: levelsOf([]) });
    expect(await can('create')).toBe(true);
    // there is no call that adds or deletes an order
    const ofOrders = async (action: string): Promise<boolean> =>
      (await accessControlProvider.can({ resource: 'orders', action })).can;
    expect([await ofOrders('create'), await ofOrders('clone'), await ofOrders('delete')]).toEqual([false, false, false]);
    expect(await ofOrders('show')).toBe(true);
    setWho(null);
    expect(await can('list')).toBe(false);
  });
});
