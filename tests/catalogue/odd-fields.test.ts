import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../../src/schemas/kit/all';
import { recordsIn } from '../../src/schemas/kit/is-record';
import { filterName, filtersOf } from '../../src/schemas/kit/list-query';
import { Problem } from '../../src/schemas/kit/problem';
import { defineResource, type AnyResource } from '../../src/schemas/kit/resource';
import { listFilters } from '../../src/providers/calls/crud-filters';
import { readAddress, writeAddress } from '../../src/resources/list/list-address';
import { catalogueHandlers } from '../../server/catalogue/catalogue';
import { dashboardHandler } from '../../server/catalogue/dashboard';
import { readResourceRow } from '../../server/imports/resource-row';
import { handle, makeTenant, type Someone } from './act';
import { freshStore, type TestStore } from '../support/database';

/** Fields called as a list's parameters, times of the day, and texts longer than an entry of an index. */
const parcels: AnyResource = defineResource({
  name: 'odd-parcels',
  label: 'Odd parcel',
  access: 'role 1',
  fields: {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', maxLength: 80 },
      limit: { type: 'integer' },
      size: { type: 'string', enum: ['S', 'M'] },
      opens: { type: 'string', maxLength: 8 },
      closes: { type: 'string', maxLength: 8 },
      exact: { type: 'string', pattern: '^\\d\\d:\\d\\d:\\d\\d$' },
      notes: { type: 'string', maxLength: 5000 },
      about: { type: 'string', maxLength: 5000 },
      slug: { type: 'string', maxLength: 5000 },
      stops: { type: 'array', items: { type: 'object', properties: { at: { type: 'string', maxLength: 8 } } } },
    },
  },
  when: [{ notBefore: ['closes', 'opens'] }],
  unique: ['opens', 'slug'],
  columns: ['name', 'limit'],
  filter: ['limit', 'size', 'opens', 'about'],
  sort: ['notes', 'opens'],
  ui: {
    opens: { widget: 'time' },
    closes: { widget: 'time' },
    exact: { widget: 'time' },
    stops: { rows: { at: { widget: 'time' } } },
  },
  dashboard: [{ show: 'bars', field: 'size', where: { limit: '5' } }],
});

let store: TestStore;
let admin: Someone;
beforeAll(async () => {
  store = await freshStore([...resources, parcels]);
  admin = await makeTenant(store, 'NORTH');
});
afterAll(() => store.close());

const nothingAsked = readAddress(new URLSearchParams(), { filter: () => false, sorts: new Set(), columns: [] });
const { create, update, list } = catalogueHandlers(parcels);
const add = (body: Record<string, unknown>) => handle(store, admin, create!, { wire: 'POST res/odd-parcels', body });
const change = (id: unknown, body: Record<string, unknown>) =>
  handle(store, admin, update!, { wire: 'PATCH res/odd-parcels/{id}', params: { id: String(id) }, body });
const names = async (query: Record<string, unknown>): Promise<unknown[]> =>
  recordsIn((await handle(store, admin, list!, { wire: 'GET res/odd-parcels', query })).data).map(({ name }) => name);
const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Problem ? error.message : error),
  );
const long = Array.from({ length: 4000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000))).join('');

describe('a field called as a parameter of lists', () => {
  it('is a filter like others, under its name with the operator', async () => {
    await add({ name: 'Five', limit: 5, size: 'S' });
    await add({ name: 'Six', limit: 6, size: 'M' });
    expect(filterName({ field: 'limit', operator: 'eq' })).toBe('limit_eq');
    expect(await names({ [filterName({ field: 'limit', operator: 'eq' })]: '5' })).toEqual(['Five']);
    const [same] = listFilters([{ field: 'size', operator: 'eq', value: 'M' }]) ?? [];
    const address = writeAddress({ ...nothingAsked, filters: [same!] }).toString();
    expect(address).toBe('size_eq=M');
    const offers = { filter: filtersOf(parcels), sorts: new Set<string>(), columns: [] };
    expect(readAddress(new URLSearchParams(address), offers).filters).toEqual([same]);
    expect(await names({ [filterName(same!)]: 'M' })).toEqual(['Six']);
  });

  it('is counted by cards, whose numbers lead to their rows', async () => {
    const cards = dashboardHandler(parcels, {});
    const { data } = await handle(store, admin, cards, { wire: 'GET res/odd-parcels/dashboard' });
    expect(recordsIn(data)).toMatchObject([
      { count: 1, query: { limit_eq: '5' }, bars: [{ value: 'S', count: 1, query: { limit_eq: '5', size_eq: 'S' } }] },
    ]);
  });
});

describe('a time of the day with seconds of zero', () => {
  it('is the time without them: stored, unique, compared, filtered, in rows and from a file', async () => {
    const made = await add({
      name: 'Half past nine',
      opens: '09:30:00',
      closes: '09:30',
      stops: [{ at: '10:00:00' }, { at: '10:00:30' }],
    });
    expect(made.data).toMatchObject({ opens: '09:30', closes: '09:30', stops: [{ at: '10:00' }, { at: '10:00:30' }] });
    expect(await refusal(add({ name: 'The same', opens: '09:30' }))).toBe('Opens is already taken.');
    expect(await names({ opens: '09:30:00' })).toEqual(['Half past nine']);
    expect(await names({ opens_lte: '09:30:00' })).toEqual(['Half past nine']);
    const { id, row_version } = recordsIn([made.data])[0] ?? {};
    expect((await change(id, { opens: '09:30:00' })).data).toMatchObject({ row_version });
    expect(await refusal(change(id, { closes: '09:29:59' }))).toBe('Closes must not be before Opens.');
    const read = readResourceRow(parcels, ['Opens'], { Opens: 'opens' }, false, { line: 2, cells: ['9:30:00 am'] });
    expect(read.values).toEqual({ opens: '09:30' });
  });

  it('has them where the pattern of its field asks for them', async () => {
    expect((await add({ name: 'To the second', exact: '09:30' })).data).toMatchObject({ exact: '09:30:00' });
  });
});

describe('a text longer than an entry of an index', () => {
  it('is stored, sorted by its beginning, and found', async () => {
    await add({ name: 'Long', notes: long, about: long });
    await add({ name: 'Alpha', notes: 'alpha' });
    expect(await names({ _sort: 'notes', _end: '2' })).toEqual(['Alpha', 'Long']);
    expect(await names({ about: long })).toEqual(['Long']);
  });

  it('is refused at its field where it must be unique', async () => {
    expect(await refusal(add({ name: 'Slug', slug: long }))).toBe('Slug is too long; use up to 500 characters');
  });
});
