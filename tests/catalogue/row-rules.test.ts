import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import '../../src/kinds/every-kind';
import { resourceNamed, resources } from '../../src/schemas/kit/all';
import { checkResource } from '../../src/schemas/kit/check-resource';
import { checkTogether } from '../../src/schemas/kit/check-together';
import { recordIn, recordsIn } from '../../src/schemas/kit/is-record';
import { notAllowed, Problem } from '../../src/schemas/kit/problem';
import type { AnyResource, AnyRow } from '../../src/schemas/kit/resource';
import { changeRow } from '../../server/bulk/change-rows';
import { catalogueHandlers, type CatalogueOperation } from '../../server/catalogue/catalogue';
import { labelsIn } from '../../server/catalogue/references';
import { recordOf } from '../../server/http/openapi-shapes';
import { planExport } from '../../server/exports/plan-export';
import { watchedRooms } from '../../server/live/watch';
import { bedRequests } from '../fixtures/bed-requests';
import { actor, freshStore, type TestStore } from '../support/database';
import { freshPostgres, isReachable } from '../support/postgres';
import { contextOf, handle, makeTenant, sessionOf, type Request, type Someone } from './act';

vi.mock('../../src/schemas/kit/all', async (original) => {
  const { withResources } = await import('../support/with-resources');
  const { bedRequests: own } = await import('../fixtures/bed-requests');
  return withResources(await original<typeof import('../../src/schemas/kit/all')>(), [own]);
});

const databases = [
  { name: 'embedded', fresh: () => freshStore(resources) },
  ...((await isReachable()) ? [{ name: 'PostgreSQL', fresh: () => freshPostgres(resources) }] : []),
];

describe.each(databases)('rules about rows on $name', ({ fresh }) => {
  let store: TestStore;
  let admin: Someone;
  let warden: Someone;
  let stranger: Someone;
  let mine: AnyRow;
  let near: AnyRow;
  let far: AnyRow;
  const handlers = catalogueHandlers(bedRequests);
  const run = (operation: CatalogueOperation, request: Request, who: Someone) =>
    handle(store, who, handlers[operation]!, { wire: 'GET|POST|PATCH|DELETE res/bed-requests', ...request });
  const add = async (body: AnyRow): Promise<AnyRow> => recordIn((await run('create', { body: { fee: 1, ...body } }, admin)).data);
  const students = async (who: Someone, query: AnyRow = {}): Promise<unknown[]> =>
    recordsIn((await run('list', { query }, who)).data).map(({ student }) => student);
  const at = (row: AnyRow, body: AnyRow = {}): Request => ({ params: { id: String(row['id']) }, body });
  const code = async (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 200,
      (error: unknown) => (error instanceof Problem ? error.code : error),
    );

  beforeAll(async () => {
    store = await fresh();
    admin = await makeTenant(store, 'NORTH');
    await store.transaction(actor('NORTH', admin.userId), (tx) =>
      tx.insertMany(
        'users',
        ['tenant_id', 'id', 'name', 'email', 'role', 'type', 'custom'],
        [
          ['NORTH', 'warden', 'Warden', 'warden@north.example', 4, 'org', '{"branch":"Pune"}'],
          ['NORTH', 'stranger', 'Stranger', 'stranger@north.example', 4, 'org', '{}'],
        ],
      ),
    );
    warden = { ...admin, userId: 'warden', role: 4 };
    stranger = { ...admin, userId: 'stranger', role: 4 };
    mine = await add({ student: 'Mine', warden_id: 'warden', branch: 'Goa' });
    near = await add({ student: 'Near', warden_id: 'stranger', branch: 'Pune' });
    far = await add({ student: 'Far', branch: 'Goa' });
  });
  afterAll(() => store.close());

  it('show a list and its total by any of the conditions, and all of it to the administrator', async () => {
    expect(await students(admin)).toEqual(['Far', 'Mine', 'Near']);
    expect(await students(warden)).toEqual(['Mine', 'Near']);
    expect(await students(stranger)).toEqual(['Near']);
    expect((await run('list', { query: { count: 'exact' } }, warden)).count).toBe(2);
    expect(await students(warden, { student_like: 'Far', q: 'Far' }).catch(() => [])).toEqual([]);
  });

  it('no way leads to a row that they hide', async () => {
    for (const operation of ['read', 'history', 'usage', 'update', 'delete', 'duplicate'] as const)
      expect([operation, await code(run(operation, at(far, { fee: 9 }), warden))]).toEqual([operation, 403]);
    for (const filter of [{ warden_id_null: 'true' }, { 'or0.block_null': 'true' }, { _sort: 'fee' }, { q: 'Far' }])
      expect(await students(warden, filter).catch(() => [])).not.toContain('Far');
    await run('delete', at(far), admin);
    expect(recordsIn((await run('deleted', {}, warden)).data)).toEqual([]);
    expect(await code(run('restore', at(far), warden))).toBe(403);
    await run('restore', at(far), admin);
  });

  it('a row that is only read cannot be changed', async () => {
    expect(await code(run('read', at(near), warden))).toBe(200);
    expect(await code(run('update', at(near, { fee: 9 }), warden))).toBe(403);
    expect(await code(run('delete', at(near), warden))).toBe(403);
    expect(await code(run('update', at(mine, { fee: 9 }), warden))).toBe(200);
  });

  it('every answer says of each row whether this person may change it, in the statement that reads it', async () => {
    const marks = async (who: Someone): Promise<unknown> =>
      Object.fromEntries(recordsIn((await run('list', {}, who)).data).map((row) => [row['student'], row['_may_change']]));
    expect(await marks(warden)).toEqual({ Mine: true, Near: false });
    expect(await marks(admin)).toEqual({ Far: true, Mine: true, Near: true });
    const answered = async (operation: CatalogueOperation, request: Request): Promise<unknown> =>
      recordIn((await run(operation, request, warden)).data)['_may_change'];
    expect([await answered('read', at(mine)), await answered('read', at(near))]).toEqual([true, false]);
    // what is given away can be read, and not changed any more
    const gift = await add({ student: 'Gift', warden_id: 'warden', branch: 'Pune' });
    expect(await answered('update', at(gift, { fee: 2 }))).toBe(true);
    expect(await answered('update', at(gift, { fee: 2 }))).toBe(true);
    expect(await answered('update', at(gift, { warden_id: 'stranger' }))).toBe(false);
    expect(await answered('create', { body: { student: 'New', fee: 1, branch: 'Pune' } })).toBe(false);
    for (const row of recordsIn((await run('list', {}, admin)).data))
      if (row['student'] === 'Gift' || row['student'] === 'New') await run('delete', at(row), admin);
    const record = recordOf(bedRequests).properties ?? {};
    expect(record['_may_change']).toMatchObject({ type: 'boolean' });
    expect(recordOf(resourceNamed('streams')).properties).not.toHaveProperty('_may_change');
  });

  it('hold in bulk changes and exports', async () => {
    const change = (row: AnyRow) =>
      store.transaction(actor('NORTH', 'warden'), (tx) =>
        changeRow(
          bedRequests,
          {},
          String(row['id']),
          { action: 'update', values: { fee: 7 } },
          contextOf(store, warden, tx, {}),
          {
            at: 0,
            of: 1,
            memo: {},
          },
        ),
      );
    expect(await change(mine)).toMatchObject({ outcome: 'done' });
    expect(await change(near)).toMatchObject({ outcome: 'skipped', name: 'Near', reason: notAllowed });
    expect(await change(far)).toMatchObject({ outcome: 'skipped', name: null, reason: notAllowed });
    const rows = await store.transaction(actor('NORTH', 'warden'), async (tx) => {
      const context = contextOf(store, warden, tx, {});
      const plan = await planExport({ resource: 'bed-requests', format: 'csv', query: {}, columns: ['student'] }, context);
      return (await plan.page(context, undefined, 100)).rows;
    });
    expect(rows).toEqual([['Mine'], ['Near']]);
  });

  it('give no label, no reference and no live event of a hidden row', async () => {
    const pointing: AnyResource = { ...bedRequests, name: 'of-rows', refs: { branch: 'bed-requests' } };
    const labels = await store.transaction(actor('NORTH', 'warden'), (tx) =>
      labelsIn(pointing, [{ branch: mine['id'] }, { branch: far['id'] }], ['branch'], contextOf(store, warden, tx, {})),
    );
    expect(labels).toEqual([{ branch: 'Mine' }, { branch: far['id'] }]);
    expect(watchedRooms(sessionOf(warden), ['bed-requests'])).toEqual(['t:NORTH:r:bed-requests:some']);
    expect(watchedRooms(sessionOf(admin), ['bed-requests'])).toEqual(['t:NORTH:r:bed-requests:all']);
  });

  it('follow what the person’s own record says now', async () => {
    await store.transaction(actor('NORTH', admin.userId), async (tx) => {
      await tx.rows(
        sql`update "users" set "custom" = '{"branch":["Goa","Pune"]}' where "tenant_id" = 'NORTH' and "id" = 'stranger'`,
      );
    });
    expect(await students(stranger)).toEqual(['Far', 'Mine', 'Near']);
    const south = await makeTenant(store, 'SOUTH');
    expect(await students({ ...south, userId: 'warden', role: 4 })).toEqual([]);
  });
});

it('a rule about an unknown field is refused at the start, in one line', () => {
  const wrong = (read: unknown): string => {
    const resource = { ...bedRequests, rows: { read } } as AnyResource;
    try {
      checkResource(resource);
      checkTogether([...resources.filter(({ name }) => name !== resource.name), resource]);
    } catch (error) {
      return String(error);
    }
    return '';
  };
  expect(resourceNamed('bed-requests')).toBe(bedRequests);
  expect(wrong(bedRequests.rows!.read)).toBe('');
  expect(
    wrong({
      all: [
        { my: 'team_ids', in: ['a'] },
        { field: 'block', in: ['North'] },
        { field: 'created_by', is: 'me' },
      ],
    }),
  ).toBe('');
  expect(wrong({ field: 'wardn_id', is: 'me' })).toMatch(/rows\.read: 'wardn_id' is not a field; write 'warden_id'/);
  expect(wrong({ field: 'branch', is: 'me' })).toMatch(
    /rows\.read: 'branch' does not name a user; write refs: \{ branch: 'users' \}/,
  );
  expect(wrong({ field: 'branch', is: { my: 'team_id' } })).toMatch(
    /rows\.read: a user has no field 'team_id'; write 'team_ids'/,
  );
  expect(wrong({ my: 'password', set: true })).toMatch(/a user has no field 'password'/);
  expect(wrong({ field: 'branch' })).toMatch(/rows\.read: must compare one field/);
  expect(wrong({ any: [] })).toMatch(/rows\.read\.any: must be a list of conditions/);
  expect(wrong(undefined)).toMatch(/rows: must say which rows are read/);
});
