import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../../src/schemas/kit/all';
import { checkResource } from '../../src/schemas/kit/check-resource';
import { Problem } from '../../src/schemas/kit/problem';
import { keyOf } from '../../src/schemas/kit/resource';
import { catalogueHandlers, type CatalogueOperation } from '../../server/catalogue/catalogue';
import { endpointsOf } from '../../server/http/endpoints';
import { openApiOf } from '../../server/http/openapi';
import { act, handle, makeTenant, type Request, type Someone } from '../catalogue/act';
import { hostelAllotments } from '../fixtures/hostel-allotments';
import { freshStore, type TestStore } from '../support/database';

/** A real resource from one file: nothing else in the product mentions it. */
let store: TestStore;
let north: Someone;
let south: Someone;
let clg: unknown;
type Row = Record<string, unknown>;
const handlers = catalogueHandlers(hostelAllotments);
const run = (who: Someone, operation: CatalogueOperation, request: Request = {}) =>
  handle(store, who, handlers[operation]!, { wire: 'GET|POST|PATCH|DELETE res/hostel-allotments', ...request });
const add = async (body: Row): Promise<Row> => (await run(north, 'create', { body })).data as Row;
const refusal = async (work: Promise<unknown>): Promise<Problem> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('it was taken');
};

beforeAll(async () => {
  store = await freshStore([...resources, hostelAllotments]);
  north = await makeTenant(store, 'NORTH');
  south = await makeTenant(store, 'SOUTH');
  clg = ((await act(store, north, 'colleges', 'create', { body: { clg_name: 'Fergusson' } })).data as Row)['clg_id'];
});
afterAll(() => store.close());

describe('hostel allotments, from one file', () => {
  it('need under 60 lines, written as the guide says', () => {
    expect(readFileSync('tests/fixtures/hostel-allotments.ts', 'utf8').split('\n').length).toBeLessThan(60);
    expect(() => checkResource(hostelAllotments)).not.toThrow();
  });

  it('are stored, read, listed, searched, filtered, sorted, changed, deleted and restored', async () => {
    const room = await add({
      room: 'N-101',
      block: 'North',
      capacity: 2,
      warden: 'Sunita Kale',
      fee: 42000,
      deposit: 5000,
      clg_id: clg,
    });
    expect(room).toMatchObject({ room: 'N-101', deposit: 5000, status: 1, _labels: { clg_id: 'Fergusson' } });
    await add({ room: 'S-7', block: 'South', capacity: 6, clg_id: clg });
    const list = async (query: Row) => ((await run(north, 'list', { query })).data as Row[]).map((row) => row['room']);
    expect(await list({ _sort: 'capacity', _order: 'DESC' })).toEqual(['S-7', 'N-101']);
    expect(await list({ block: 'North' })).toEqual(['N-101']);
    expect(await list({ capacity_gte: '3' })).toEqual(['S-7']);
    expect(await list({ q: 'sunita' })).toEqual(['N-101']);
    const params = { id: String(room['id']) };
    await run(north, 'update', { params, body: { capacity: 3, row_version: 1 } });
    expect((await run(north, 'read', { params })).data).toMatchObject({ capacity: 3, row_version: 2 });
    expect((await refusal(run(north, 'update', { params, body: { capacity: 4, row_version: 1 } }))).code).toBe(409);
    await run(north, 'delete', { params });
    expect(await list({})).toEqual(['S-7']);
    await run(north, 'restore', { params });
    expect(await list({})).toEqual(['N-101', 'S-7']);
  });

  it('refuse what the file refuses, with its messages', async () => {
    const wrong = async (body: Row) => (await refusal(run(north, 'create', { body }))).errors;
    expect(await wrong({ room: 'X', capacity: 13, clg_id: clg })).toEqual([
      { path: 'capacity', message: 'A room has at most 12 beds' },
    ]);
    expect(await wrong({ room: 'X', capacity: 1 })).toMatchObject([{ path: 'clg_id' }]);
    expect(await wrong({ room: 'X', capacity: 1, clg_id: 99_999 })).toMatchObject([{ path: 'clg_id' }]);
    expect(await wrong({ room: 'X', capacity: 1, clg_id: clg, block: 'West' })).toMatchObject([{ path: 'block' }]);
    await add({ room: 'R-1', capacity: 1, clg_id: clg });
    expect((await refusal(run(north, 'create', { body: { room: 'R-1', capacity: 1, clg_id: clg } }))).code).toBe(409);
  });

  it('store no deposit without a fee, and stay in their tenant', async () => {
    const free = await add({ room: 'F-1', capacity: 1, deposit: 900, clg_id: clg });
    expect(free['deposit']).toBeNull();
    expect((await refusal(run(south, 'read', { params: { id: String(free['id']) } }))).code).toBe(404);
    expect((await run(south, 'list')).data).toEqual([]);
  });

  it('have their calls, their place in the API document and an audit trail', async () => {
    const { endpoints, missing } = endpointsOf([], [hostelAllotments], {}, () => handlers);
    expect(missing).toEqual([]);
    expect(endpoints.map((one) => `${one.method} ${one.wire.path}`)).toContain('PATCH res/hostel-allotments/{id}');
    const { paths } = openApiOf(endpoints, [hostelAllotments]) as { paths: Row };
    expect(Object.keys(paths)).toContain('/api/res/hostel-allotments/{id}/history');
    const audit = await store.admin(`select op from audit where table_name = 'hostel_allotments'`);
    expect(audit.length).toBeGreaterThan(4);
    expect(keyOf(hostelAllotments).name).toBe('id');
  });
});
