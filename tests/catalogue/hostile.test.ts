import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Problem } from '../../src/schemas/kit/problem';
import { resources } from '../../src/schemas/kit/all';
import { wiresOf } from '../../src/schemas/kit/resource';
import { writableFields } from '../../src/schemas/kit/validation-schema';
import { freshStore, type TestStore } from '../support/database';
import { act, makeTenant, type Someone } from './act';

let store: TestStore;
let north: Someone;
beforeAll(async () => {
  store = await freshStore();
  north = await makeTenant(store, 'NORTH');
});
afterAll(() => store.close());

type Row = Record<string, unknown>;
const runs = Number(process.env['PROPERTY_RUNS'] ?? 20);
// a view of another resource's records is that resource's list
const listed = resources.filter((one) => wiresOf(one, 'list').length && one.store !== 'none');

/** The status of a success or a refusal; anything else (a database error, a crash) fails the test. */
async function outcome(work: Promise<unknown>): Promise<number> {
  try {
    await work;
    return 200;
  } catch (error) {
    if (error instanceof Problem && error.code < 500) return error.code;
    throw error;
  }
}

describe('hostile requests', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      "' or 1=1 --",
      '%',
      '_',
      '\\',
      '1e308',
      '-1',
      '99999999999999999999',
      '2026-13-45',
      'null',
      '{}',
      '[]',
      '"',
      ';',
      '2026-01-01T00:00:00Z',
    ),
  );

  it('a list accepts any filter, sort, page or search, or refuses it by name', async () => {
    for (const resource of listed) {
      const names = [...Object.keys(resource.fields.properties), 'id', 'created_at', 'tenant_id', 'password', 'x"y'];
      const name = fc
        .tuple(fc.constantFrom(...names), fc.constantFrom('', '_ne', '_gte', '_lte', '_like', '_null', '_drop'))
        .map((parts) => parts.join(''));
      const paging = fc.constantFrom(
        '_start',
        '_end',
        '_limit',
        'page_number',
        'limit',
        'after',
        'before',
        'count',
        'q',
        'search',
        '_sort',
        '_order',
      );
      const value = fc.oneof(text, fc.array(text, { maxLength: 3 }), fc.constantFrom(...names));
      const query = fc.dictionary(fc.oneof(name, paging), value, { maxKeys: 4, noNullPrototype: true });
      const property = fc.asyncProperty(query, async (drawn) => {
        expect([200, 422]).toContain(await outcome(act(store, north, resource.name, 'list', { query: drawn })));
      });
      await fc.assert(property, { numRuns: runs });
    }
  });

  it('list parameters and versions in a body may contain anything: values that are not texts are refused by name', async () => {
    const wire = 'POST get/custome-field@entity,id,page_number,limit';
    for (const strange of [{ toString: 1, valueOf: 1 }, [{ toString: 1 }], [[[]]], { a: 1 }]) {
      for (const name of ['entity', 'id', 'page_number', 'limit', 'search', 'sort', 'order', 'after', 'count']) {
        const code = await outcome(act(store, north, 'custom-fields', 'list', { wire, body: { [name]: strange } }));
        expect([name, strange, code]).toEqual([name, strange, 422]);
      }
      const body = { name: 'Walk-in', row_version: strange };
      const code = await outcome(act(store, north, 'lead-sources', 'update', { params: { id: '1' }, body }));
      expect([strange, code]).toEqual([strange, 422]);
    }
  });

  it('fields that the server sets are never taken from a body', async () => {
    const owned = [
      'tenant_id',
      'id',
      'created_by',
      'created_at',
      'updated_by',
      'deleted_at',
      'token_version',
      '__proto__x',
      'constructor',
      'prototype',
      'search_text',
      '_labels',
    ];
    const written = resources.filter((one) => wiresOf(one, 'update').length && one.store !== 'shared' && one.examples?.length);
    const count = async () => (await store.admin('select count(*) as n from audit'))[0]!['n'];
    const before = await count();
    for (const resource of written) {
      const names = [...owned, ...(resource.readOnly ?? []), ...(resource.key ? [resource.key.name] : [])].filter(
        (name) => !writableFields(resource).includes(name) && !isSelector(name),
      );
      for (const name of names)
        for (const operation of ['create', 'update'] as const) {
          const body: Row = { ...resource.examples![0], [name]: 'me' };
          const code = await outcome(act(store, north, resource.name, operation, { params: { id: '1' }, body }));
          expect([resource.name, operation, name, code]).toEqual([resource.name, operation, name, 422]);
        }
    }
    expect(await count()).toBe(before);
  });

  it('a list never reveals a secret through filter, sort or search', async () => {
    for (const resource of listed)
      for (const secret of resource.secret ?? [])
        for (const query of [{ [secret]: 'a' }, { [`${secret}_like`]: 'a' }, { [`${secret}_null`]: 'true' }, { _sort: secret }])
          expect(await outcome(act(store, north, resource.name, 'list', { query }))).toBe(422);
    expect(listed.flatMap((one) => (one.search ?? []).filter((name) => one.secret?.includes(name)))).toEqual([]);
  });
});

/** `id` selects a record and is never written (D-146). */
const isSelector = (name: string): boolean => name === 'id' || name === '_id';
