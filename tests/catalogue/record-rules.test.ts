import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../../src/schemas/kit/all';
import { checkResource } from '../../src/schemas/kit/check-resource';
import { veilRow } from '../../src/schemas/kit/field-rules';
import { Problem } from '../../src/schemas/kit/problem';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { catalogueHandlers, type CatalogueOperation } from '../../server/catalogue/catalogue';
import { errorsOf } from '../../server/catalogue/validate';
import { endpointsOf } from '../../server/http/endpoints';
import { openApiOf } from '../../server/http/openapi';
import { bookings } from '../fixtures/bookings';
import { freshStore, type TestStore } from '../support/database';
import { freshPostgres, isReachable } from '../support/postgres';
import { act, handle, makeTenant, type Request, type Someone } from './act';

type Row = Record<string, unknown>;
const all = [...resources, bookings];
const handlers = catalogueHandlers(bookings);
const places = [
  { name: 'the embedded database', fresh: () => freshStore(all) },
  ...((await isReachable()) ? [{ name: 'PostgreSQL', fresh: () => freshPostgres(all) }] : []),
];

describe.each(places)('the rules of a schema file on $name', ({ fresh }) => {
  let store: TestStore;
  let admin: Someone;
  let other: Someone;
  const run = (operation: CatalogueOperation, request: Request = {}, who = admin) =>
    handle(store, who, handlers[operation]!, { wire: 'GET|POST|PATCH|DELETE res/bookings', ...request });
  const add = async (body: Row): Promise<Row> => (await run('create', { body })).data as Row;
  const change = async (id: unknown, body: Row, who = admin): Promise<Row> =>
    (await run('update', { params: { id: String(id) }, body }, who)).data as Row;
  const errors = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'taken',
      (error: unknown) => {
        if (error instanceof Problem) return error.errors.length ? error.errors : [error.code, error.message];
        throw error;
      },
    );
  beforeAll(async () => {
    store = await fresh();
    admin = await makeTenant(store, 'NORTH');
    other = { ...admin, userId: 'someone', role: 4 };
  });
  afterAll(() => store.close());

  it('show and require fields by conditions of several parts', async () => {
    const room = await add({ name: 'A', kind: 'room', guests: 2, caterer: 'Nair' });
    expect(room).toMatchObject({ kind: 'room', caterer: null });
    expect(await add({ name: 'B', kind: 'hall', guests: 2, caterer: 'Nair' })).toMatchObject({ caterer: 'Nair' });
    const missing = [{ path: 'warden_id', message: 'Choose a warden' }];
    expect(await errors(add({ name: 'C', kind: 'bus' }))).toEqual(missing);
    expect(await errors(add({ name: 'C', kind: 'hall', guests: 99 }))).toEqual(missing);
    expect(await errors(add({ name: 'C', kind: 'room', guests: 99 }))).toBe('taken');
  });

  it('compare times of the day', async () => {
    expect(await errors(add({ name: 'D', opens: '09:30', closes: '08:00' }))).toEqual([
      { path: 'closes', message: 'Closes must not be before Opens' },
    ]);
    expect(await errors(add({ name: 'D', opens: '09:30', closes: '18:00' }))).toBe('taken');
  });

  it('hold in each row of a list', async () => {
    const items = [
      { what: 'Chairs', hired: true },
      { what: 'Tent', hired: true, from: '2030-05-02', until: '2030-05-01' },
    ];
    expect(await errors(add({ name: 'E', items }))).toEqual([
      { path: 'items.0.from', message: 'Items, row 1: From is required' },
    ]);
    expect(await errors(add({ name: 'E', items: items.slice(1) }))).toEqual([
      { path: 'items.0.until', message: 'Items, row 1: Until must not be before From' },
    ]);
    const own = await add({ name: 'E', items: [{ what: 'Sofa', hired: false, from: '2030-05-02' }] });
    expect(own['items']).toEqual([{ what: 'Sofa', hired: false, count: 1 }]);
    const later = await change(own['id'], { items: [{ what: 'Sofa', hired: false, until: '2030-05-02', count: 4 }] });
    expect(later['items']).toEqual([{ what: 'Sofa', hired: false, count: 4 }]);
  });

  it('name the references of rows, one for each', async () => {
    const stream = (await act(store, admin, 'streams', 'create', { body: { name: 'Law' } })).data as Row;
    const items = [{ what: 'Chairs' }, { what: 'Books', stream_id: stream['id'] }];
    const { id } = await add({ name: 'Rows', items });
    const read = (await run('read', { params: { id: String(id) } })).data as Row;
    expect(read['_labels']).toMatchObject({ 'items.*.stream_id': ['', 'Law'] });
    expect(await errors(add({ name: 'Rows 2', items: [{ what: 'Books', stream_id: 'none' }] }))).toEqual([
      { path: 'items.0.stream_id', message: 'Items, row 1: Stream does not exist' },
    ]);
    const veiled = veilRow(new Map([['items', 'hidden']]), read);
    expect(JSON.stringify(veiled)).not.toContain('Law');
  });

  it('find the same name in other letters and spaces', async () => {
    await add({ name: 'Sports  Day' });
    expect(await errors(add({ name: ' sports day' }))).toMatchObject([{ path: 'name' }]);
    expect(await errors(add({ name: 'Sportsday' }))).toBe('taken');
  });

  it('let a record begin in its first state and move on as the file says', async () => {
    expect(await errors(add({ name: 'F', state: 'approved' }))).toEqual([
      { path: 'state', message: 'A new booking begins as Draft' },
    ]);
    const { id } = await add({ name: 'F' });
    expect(await errors(change(id, { state: 'approved' }))).toEqual([
      { path: 'state', message: 'State cannot change from Draft to Approved' },
    ]);
    expect(await errors(change(id, { state: 'submitted' }))).toEqual([{ path: 'guests', message: 'Guests is required' }]);
    expect(await errors(change(id, { state: 'cancelled', reason: 'Rain' }, other))).toEqual([403, expect.any(String)]);
    expect(await change(id, { state: 'submitted', guests: 4 })).toMatchObject({ state: 'submitted', guests: 4 });
    const closed = 'A booking in state Submitted cannot be changed';
    expect(await errors(change(id, { guests: 5 }))).toEqual([{ path: 'guests', message: closed }]);
    expect(await errors(change(id, { state: 'cancelled', reason: 'Rain', guests: 5 }))).toEqual([
      { path: 'guests', message: closed },
    ]);
    expect(await errors(run('delete', { params: { id: String(id) } }))).toEqual([
      409,
      'A booking in state Submitted cannot be deleted.',
    ]);
    expect(await errors(change(id, { state: 'approved' }))).toEqual([403, expect.any(String)]);
    expect(await change(id, { state: 'cancelled', reason: 'Rain' })).toMatchObject({ state: 'cancelled', reason: 'Rain' });
    const history = (await run('history', { params: { id: String(id) } })).data as Row[];
    expect(history.map((one) => one['newData'])).toMatchObject([
      { state: 'cancelled', reason: 'Rain' },
      { state: 'submitted', guests: 4 },
      { state: 'draft' },
    ]);
    const copy = (await run('duplicate', { params: { id: String(id) } })).data;
    expect(copy).toMatchObject({ name: 'F (copy)', state: 'draft' });
  });

  it('let the named user alone make a move', async () => {
    const { id } = await add({ name: 'G', guests: 4, warden_id: admin.userId });
    await change(id, { state: 'submitted' });
    expect(await errors(change(id, { state: 'approved' }, other))).toEqual([403, expect.any(String)]);
    expect(await change(id, { state: 'approved' })).toMatchObject({ state: 'approved' });
  });

  it('let one of two simultaneous moves win', async () => {
    const races = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => {
        const { id: own, row_version } = await add({ name: `Race ${n}`, guests: 4, reason: 'Rain' });
        return Promise.all(['submitted', 'cancelled'].map((state) => errors(change(own, { state, row_version }))));
      }),
    );
    for (const ends of races) expect(ends.filter((one) => one === 'taken')).toHaveLength(1);
  });
});

describe('a file with rules and states', () => {
  it('orders times that are chosen by their widget, in rows too', () => {
    const widget = 'time';
    const at: AnyResource = {
      ...bookings,
      ui: { caterer: { widget }, items: { rows: { what: { widget } } } },
      when: [{ notBefore: ['closes', 'caterer'] }, { within: 'items', notBefore: ['what', 'from'] }],
    };
    expect(() => checkResource(at)).not.toThrow();
    expect(errorsOf(at, { name: 'Fair', caterer: '14:30', closes: '13:00' })).toEqual([
      { path: 'closes', message: 'Closes must not be before Caterer' },
    ]);
  });

  it('passes the checks, and its moves are in the API document', () => {
    expect(() => checkResource(bookings)).not.toThrow();
    const { endpoints } = endpointsOf([], [bookings], {}, () => handlers);
    expect(JSON.stringify(openApiOf(endpoints, [bookings]))).toContain('Submit: draft → submitted (needs guests)');
  });

  it.each([
    [
      { when: [{ if: { all: [] }, show: ['guests'] }] },
      "when.0.if.all: must be a list of conditions; write all: [{ field: 'kind'",
    ],
    [{ when: [{ if: { any: [{ field: 'kind', is: 'x' }] }, show: ['guests'] }] }, 'when.0.if.any.0: kind is never "x"'],
    [{ when: [{ if: { any: [{ field: 'kin', is: 'bus' }] }, show: ['guests'] }] }, "when.0: 'kin' is not a field; write 'kind'"],
    [
      { when: [{ within: 'item', notBefore: ['until', 'from'] }] },
      "when.0.within: 'item' has no rows with fields; write 'items'",
    ],
    [{ when: [{ within: 'items', notBefore: ['until', 'form'] }] }, "when.0: 'form' is not a field; write 'from'"],
    [{ when: [{ notBefore: ['caterer', 'opens'] }] }, "when.0.notBefore: 'caterer' is neither a date nor a time"],
    [{ unique: [{ fields: ['guests'], folds: true }] }, "unique.folds: 'guests' is not a text; remove folds"],
    [{ ui: { items: { sums: ['what'] } } }, "ui.items.sums: 'what' is not a number; remove it"],
    [{ ui: { items: { rows: { wat: {} } } } }, "ui.items.rows: 'wat' is not a field of the rows; write 'what'"],
    [{ ui: { name: { sums: ['what'] } } }, 'ui.name.sums: is for a list whose rows have fields; remove it'],
    [{ states: { field: 'kind', moves: [] } }, "states.field: 'kind' must name its states and the first one"],
    [
      { states: { field: 'state', moves: [{ label: 'Go', from: 'draft', to: 'gone' }] } },
      "states.moves.0.to: 'gone' is not a state",
    ],
    [
      { states: { field: 'state', moves: [{ label: 'Go', from: 'draft', to: 'approved', by: 'caterer' }] } },
      "states.moves.0.by: 'caterer' does not name a user; add it to refs: { caterer: 'users' }",
    ],
    [
      { states: { field: 'state', moves: [{ label: 'Go', from: 'draft', to: 'approved', needs: ['guests'] }] } },
      'states.moves.0.needs: is not known here',
    ],
  ])('that says %j is refused at start', (wrong, says) => {
    expect(() => checkResource({ ...bookings, ...wrong } as AnyResource)).toThrow(says);
  });
});
