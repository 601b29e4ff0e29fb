import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkRecord } from '../../src/schemas/kit/checks';
import { checkResource } from '../../src/schemas/kit/check-resource';
import { resources } from '../../src/schemas/kit/all';
import { recordIn } from '../../src/schemas/kit/is-record';
import { Problem } from '../../src/schemas/kit/problem';
import type { AnyResource, AnyRow } from '../../src/schemas/kit/resource';
import { catalogueHandlers, type CatalogueOperation } from '../../server/catalogue/catalogue';
import { handle, makeTenant, type Request, type Someone } from '../catalogue/act';
import { freshStore, type TestStore } from '../support/database';
import { freshPostgres, isReachable } from '../support/postgres';
import { places } from './places';

vi.mock('../../src/schemas/kit/all', async (original) => {
  const { withResources } = await import('../support/with-resources');
  const { places: own } = await import('./places');
  return withResources(await original<typeof import('../../src/schemas/kit/all')>(), [own]);
});

// What kinds make or refuse when a record is saved (`Kind.save`), two at a time and on both databases.
const databases = [
  { name: 'embedded', fresh: () => freshStore(resources) },
  ...((await isReachable()) ? [{ name: 'PostgreSQL', fresh: () => freshPostgres(resources) }] : []),
];

describe.each(databases)('$name', ({ fresh }) => {
  let store: TestStore;
  let north: Someone;
  let south: Someone;
  const handlers = catalogueHandlers(places);
  const run = async (operation: CatalogueOperation, request: Request = {}, who = north): Promise<AnyRow> =>
    recordIn((await handle(store, who, handlers[operation]!, { wire: 'GET|POST|PATCH|DELETE res/places', ...request })).data);
  const add = (body: AnyRow, who?: Someone): Promise<AnyRow> => run('create', { body }, who);
  const move = (row: AnyRow, above: AnyRow): Promise<AnyRow> =>
    run('update', { params: { id: String(row['id']) }, body: { above_id: above['id'] } });
  const refusal = async (work: Promise<unknown>): Promise<unknown> => {
    const error = await work.catch((thrown: unknown) => thrown);
    return error instanceof Problem ? error.errors : error;
  };

  beforeAll(async () => {
    store = await fresh();
    north = await makeTenant(store, 'NORTH');
    south = await makeTenant(store, 'SOUTH');
  });
  afterAll(() => store.close());

  it('numbers of a series have no gaps, whoever asks at the same time and whatever fails in between', async () => {
    const rows = await Promise.all(
      Array.from({ length: 12 }, (_, index) => add({ name: index % 4 === 3 ? 'taken' : `Place ${index}` }).catch(() => null)),
    );
    const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Asia/Kolkata' }).format(new Date());
    const made = rows.flatMap((row) => (row ? [String(row['number'])] : []));
    expect(made.length).toBe(10); // of three with the same name two are refused
    expect(made.sort()).toEqual(made.map((_, index) => `P-${year}-${String(index + 1).padStart(3, '0')}`));
    expect(await add({ name: 'First of the south' }, south)).toMatchObject({ number: `P-${year}-001` });
    expect(await refusal(add({ name: 'Typed', number: 'P-1' }))).toMatchObject([{ path: 'number' }]);
    const [row] = rows;
    expect(await run('update', { params: { id: String(row?.['id']) }, body: { name: 'Renamed' } })).toMatchObject({
      number: row?.['number'],
    });
  });

  it('a tree names its records by their path and never gets a circle', async () => {
    const a = await add({ name: 'A' });
    const b = await add({ name: 'B', above_id: a['id'] });
    const c = await add({ name: 'C', above_id: b['id'] });
    const d = await add({ name: 'D', above_id: c['id'] });
    expect(recordIn((await run('read', { params: { id: String(d['id']) } }))['_labels'])).toMatchObject({
      above_id: 'A / B / C',
    });
    const says = [{ path: 'above_id', message: 'Above must not be the record itself or one below it' }];
    expect(await refusal(move(a, c))).toEqual(says);
    expect(await refusal(move(a, a))).toEqual(says);
    for (let round = 0; round < 5; round++) {
      const [x, y] = [await add({ name: `X ${round}` }), await add({ name: `Y ${round}` })];
      const under = async (one: AnyRow): Promise<AnyRow> => add({ name: `Below ${one['name']}`, above_id: one['id'] });
      const [belowX, belowY] = [await under(x), await under(y)];
      // neither move touches a row that the other one locks
      const both = await Promise.all([refusal(move(x, belowY)), refusal(move(y, belowX))]);
      expect(both.filter((one) => Array.isArray(one))).toEqual([says]);
    }
  });

  it('rich text is stored without what runs', async () => {
    const row = await add({
      name: 'R',
      about: '<p onclick="x()">Hi<script>alert(1)</script> <a href="javascript:x()">you</a></p>',
    });
    expect(row['about']).toBe('<p>Hi <a rel="noopener noreferrer">you</a></p>');
    const changed = await run('update', {
      params: { id: String(row['id']) },
      body: { about: '<b>B</b><iframe src="/"></iframe>' },
    });
    expect(changed['about']).toBe('<b>B</b>');
  });
});

it('a text that is not JSON is refused inside the rows of a list too', () => {
  const errors = checkRecord(places, { name: 'A', rows: [{ any: [1] }, { any: { '~not JSON': 'hello world' } }] });
  expect(errors.map(({ path }) => path)).toEqual(['rows.1.any']);
  expect(errors[0]?.message).toMatch(/^Rows, row 2: Any is not valid JSON/);
});

it('a tree, a series and a key of ui in the wrong place are refused at the start', () => {
  const wrong = (change: Partial<AnyResource>): string => {
    try {
      checkResource({ ...places, ...change });
    } catch (error) {
      return String(error);
    }
    return '';
  };
  expect(wrong({ refs: { above_id: 'colleges' } })).toMatch(
    /ui\.above_id: must be a reference to the resource itself; write refs/,
  );
  expect(wrong({ readOnly: [] })).toMatch(/ui\.number: is never typed; add 'number' to readOnly/);
  expect(wrong({ ui: { ...places.ui, number: { widget: 'series', series: 'P-' } } })).toMatch(
    /ui\.number: needs what its numbers look/,
  );
  expect(wrong({ ui: { name: { code: 'INR' } } })).toMatch(/ui\.name\.code: means nothing to this kind of field; remove it/);
});
