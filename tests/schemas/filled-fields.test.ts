import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { resources } from '../../src/schemas/kit/all';
import { recordIn, recordsIn } from '../../src/schemas/kit/is-record';
import { Problem } from '../../src/schemas/kit/problem';
import type { AnyResource, AnyRow } from '../../src/schemas/kit/resource';
import { catalogueHandlers, type CatalogueOperation } from '../../server/catalogue/catalogue';
import { dayOf } from '../../server/domain/days';
import { targetsOf } from '../../server/imports/resource-columns';
import { writeLine } from '../../server/imports/resource-chunk';
import { readResourceRow } from '../../server/imports/resource-row';
import { changeRow } from '../../server/bulk/change-rows';
import { undoRow } from '../../server/bulk/undo-row';
import { ownRooms, roomUses } from '../fixtures/own-rooms';
import { stays } from '../fixtures/stays';
import { actor, freshStore, type TestStore } from '../support/database';
import { freshPostgres, isReachable } from '../support/postgres';
import { act, contextOf, handle, makeTenant, sessionOf, type Request, type Someone } from '../catalogue/act';

vi.mock('../../src/schemas/kit/all', async (original) => {
  const { withResources } = await import('../support/with-resources');
  const { ownRooms: own } = await import('../fixtures/own-rooms');
  return withResources(await original<typeof import('../../src/schemas/kit/all')>(), [own]);
});

const all = [...resources, stays, roomUses];
const handlers = catalogueHandlers(stays);
const databases = [
  { name: 'embedded', fresh: () => freshStore(all) },
  ...((await isReachable()) ? [{ name: 'PostgreSQL', fresh: () => freshPostgres(all) }] : []),
];

describe.each(databases)('what the server fills in: $name', ({ fresh }) => {
  let store: TestStore;
  let admin: Someone;
  const run = async (operation: CatalogueOperation, request: Request): Promise<AnyRow> =>
    recordIn((await handle(store, admin, handlers[operation]!, { wire: 'GET|POST|PATCH res/stays', ...request })).data);
  const today = (): string => dayOf(new Date(), 'Asia/Kolkata');
  beforeAll(async () => {
    store = await fresh();
    admin = await makeTenant(store, 'NORTH');
  });
  afterAll(() => store.close());

  it('the user, the day, the moment and other fields', async () => {
    const days = [today()];
    const before = Date.now();
    const row = await run('create', { body: { name: 'Spring' } });
    days.push(today());
    expect(row).toMatchObject({ keeper_id: admin.userId, taken_by: admin.userId, badge: 'Spring', tag: 'Spring' });
    expect(days).toContain(row['day']);
    expect(Date.parse(String(row['opened_at']))).toBeGreaterThanOrEqual(before - 1);
    expect(Date.parse(String(row['opened_at']))).toBeLessThanOrEqual(Date.now());
    const { 0: entry } = recordsIn(
      (await handle(store, admin, handlers['history']!, { params: { id: String(row['id']) } })).data,
    );
    expect(recordIn(entry?.['newData'])).toMatchObject({ keeper_id: admin.userId, badge: 'Spring' });
  });

  it('what was sent stays, and so does what was emptied', async () => {
    const sent = { name: 'Autumn', badge: 'A', day: '2030-01-02', keeper_id: null, opened_at: null };
    expect(await run('create', { body: sent })).toMatchObject({ ...sent, tag: 'A' });
    const refused = await run('create', { body: { name: 'Winter', day: null } }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Problem);
    expect(refused instanceof Problem && refused.errors).toMatchObject([{ path: 'day' }]);
    const forbidden = await run('create', { body: { name: 'Winter', taken_by: 'x' } }).catch((error: unknown) => error);
    expect(forbidden instanceof Problem && forbidden.errors).toMatchObject([{ path: 'taken_by' }]);
  });

  it('each row of a list too, and a later change fills nothing in again', async () => {
    const row = await run('create', { body: { name: 'Meals', meals: [{ what: 'Lunch' }, { from: '2030-05-01' }] } });
    const [lunch, other] = recordsIn(row['meals']);
    expect(lunch).toMatchObject({ what: 'Lunch', until: lunch?.['from'], added_by: admin.userId });
    expect(lunch?.['from']).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(other).toEqual({ from: '2030-05-01', until: '2030-05-01', added_by: admin.userId });
    const change = { params: { id: String(row['id']) }, body: { keeper_id: null, name: 'Meals 2' } };
    expect(await run('update', change)).toMatchObject({ keeper_id: null, name: 'Meals 2', badge: 'Meals' });
  });

  it('a row that an update adds; what is empty in an old row, or null, stays so', async () => {
    const row = await run('create', { body: { name: 'Added', meals: [{ what: 'Lunch', from: null }] } });
    const [lunch] = recordsIn(row['meals']);
    expect(lunch).toMatchObject({ what: 'Lunch', from: null, added_by: admin.userId });
    const params = { id: String(row['id']) };
    const { from: _, ...old } = lunch ?? {};
    const meals = [{ what: 'Tea' }, { what: 'Dinner', until: null }, old];
    const changed = recordsIn((await run('update', { params, body: { meals } }))['meals']);
    expect(changed).toMatchObject([
      { what: 'Tea', from: today(), until: today(), added_by: admin.userId },
      { what: 'Dinner', from: today(), until: null },
      { what: 'Lunch', added_by: admin.userId },
    ]);
    expect(changed[2]?.['from'] ?? null).toBeNull();
    const again = await run('update', { params, body: { meals: changed.with(2, { ...changed[2], from: null, count: 2 }) } });
    expect(recordsIn(again['meals'])[2]).toMatchObject({ what: 'Lunch', from: null, count: 2 });
  });

  it('the undo of a change brings rows back with what the server wrote into them', async () => {
    const made = await run('create', { body: { name: 'Undone', meals: [{ what: 'Lunch' }, { what: 'Tea' }] } });
    const key = String(made['id']);
    const after = await run('update', { params: { id: key }, body: { meals: [{ what: 'Soup' }] } });
    const undone = await store.transaction(actor(admin.tenantId, admin.userId), (tx) =>
      undoRow(
        stays,
        {},
        {
          key,
          name: null,
          job: 'job',
          made: 'updated',
          act: null,
          before: { meals: made['meals'] },
          after: null,
          version: Number(after['row_version']),
        },
        contextOf(store, admin, tx, {}),
      ),
    );
    expect(undone).toMatchObject({ outcome: 'done', reason: null });
    expect((await run('read', { params: { id: key } }))['meals']).toEqual(made['meals']);
  });

  it('a line of a file as well', async () => {
    const line = readResourceRow(stays, ['Name', 'Badge'], { Name: 'name', Badge: 'badge' }, true, {
      line: 2,
      cells: ['Filed', ''],
    });
    const written = await store.transaction(actor(admin.tenantId, admin.userId), (tx) =>
      writeLine(stays, stays, line, {}, contextOf(store, admin, tx, {})),
    );
    expect(written).toMatchObject({ outcome: 'created' });
    const row = await run('read', { params: { id: String(written.key) } });
    expect(row).toMatchObject({ name: 'Filed', badge: 'Filed', keeper_id: admin.userId, taken_by: admin.userId });
    const required = targetsOf(stays, sessionOf(admin)).filter((one) => one.required);
    expect(required.map(({ target }) => target)).toEqual(['name']);
  });

  const errorsOf = async (work: Promise<unknown>): Promise<unknown> => {
    const error = await work.catch((thrown: unknown) => thrown);
    return error instanceof Problem ? error.errors : error;
  };
  const college = async (fee: number): Promise<AnyRow> =>
    recordIn((await act(store, admin, 'colleges', 'create', { body: { clg_name: `Fee ${fee}`, application_fee: fee } })).data);

  it('a value of a referenced record and what is calculated from it, again at every save', async () => {
    const { clg_id } = await college(100.1);
    const row = await run('create', { body: { name: 'Copied', clg_id, nights: 3, discount: 10 } });
    expect(row).toMatchObject({ fee: 100.1, price: 300.3, meal_total: 0, total: 270.27, kind: 'Short' });
    await act(store, admin, 'colleges', 'update', { params: { id: String(clg_id) }, body: { application_fee: 200 } });
    const params = { id: String(row['id']) };
    expect(await run('read', { params })).toMatchObject({ fee: 100.1 });
    expect(await run('update', { params, body: { nights: 31 } })).toMatchObject({
      fee: 200,
      price: 6200,
      total: 5580,
      kind: 'Long',
    });
    expect(await run('update', { params, body: { clg_id: null } })).toMatchObject({ fee: null, price: null, total: null });
    expect(await errorsOf(run('update', { params, body: { fee: 1 } }))).toMatchObject([
      { path: 'fee', message: 'Fee is calculated and cannot be set' },
    ]);
    expect(await errorsOf(run('update', { params, body: { clg_id, nights: 501 } }))).toMatchObject([
      { path: 'price', message: 'Price must be 100000 or less' },
    ]);
  });

  it('rows and their sums; what a client sends for them counts for nothing, and sending rows back changes nothing', async () => {
    const stream = recordIn((await act(store, admin, 'streams', 'create', { body: { name: 'Law' } })).data);
    const meals = [
      { what: 'Lunch', count: 3, price: 0.1, amount: 99, stream_id: stream['id'] },
      { what: 'Tea', count: 2 },
    ];
    const row = await run('create', { body: { name: 'Rows', discount: 50, meals } });
    const [lunch, tea] = recordsIn(row['meals']);
    expect(lunch).toMatchObject({ amount: 0.15, stream_name: 'Law', added_by: admin.userId });
    expect(Object.keys(tea ?? {})).not.toContain('amount');
    expect(row['meal_total']).toBe(0.15);
    const params = { id: String(row['id']) };
    expect(await run('update', { params, body: { meals: row['meals'] } })).toMatchObject({ row_version: row['row_version'] });
    const moved = [
      { what: 'Dinner', count: 1, price: 20 },
      { ...lunch, count: 5 },
    ];
    const changed = await run('update', { params, body: { meals: moved } });
    expect(recordsIn(changed['meals'])).toMatchObject([
      { what: 'Dinner', amount: 10, added_by: admin.userId },
      { what: 'Lunch', amount: 0.25, stream_name: 'Law' },
    ]);
    expect(changed['meal_total']).toBe(10.25);
    expect(await errorsOf(run('update', { params, body: { meals: [{ added_by: 'someone' }] } }))).toMatchObject([
      { path: 'meals.0.added_by', message: 'Meals, row 1: Added by is calculated and cannot be set' },
    ]);
  });

  it('a change of many rows and a line of a file', async () => {
    const { clg_id } = await college(7);
    const { id } = await run('create', { body: { name: 'Bulk', clg_id, nights: 1 } });
    const change = { action: 'update', values: { nights: 4 } } as const;
    await store.transaction(actor(admin.tenantId, admin.userId), async (tx) => {
      const context = contextOf(store, admin, tx, {});
      await changeRow(stays, {}, String(id), change, context, { at: 0, of: 1, memo: {} });
      const line = readResourceRow(stays, ['ID', 'Nights'], { ID: 'id', Nights: 'nights' }, false, {
        line: 2,
        cells: [String(id), '5'],
      });
      await writeLine(stays, stays, line, {}, context);
    });
    expect(await run('read', { params: { id: String(id) } })).toMatchObject({ nights: 5, price: 35, total: 35 });
  });

  it('nothing is copied from a record that the person may not open', async () => {
    const other = { ...admin, userId: 'other', role: 4 };
    const make = async (resource: AnyResource, who: Someone, body: AnyRow): Promise<AnyRow> =>
      recordIn((await handle(store, who, catalogueHandlers(resource)['create']!, { wire: 'POST res/x', body })).data);
    const room = await make(ownRooms, admin, { name: 'Secret', price: 5 });
    const own = await make(ownRooms, other, { name: 'Mine', price: 8 });
    expect(await errorsOf(make(roomUses, other, { name: 'A', room_id: room['id'] }))).toMatchObject([
      { path: 'room_id', message: 'Room does not exist' },
    ]);
    expect(await make(roomUses, other, { name: 'B', room_id: own['id'] })).toMatchObject({ price: 8, double: 16 });
  });
});
