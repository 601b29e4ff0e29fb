import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import '../../src/kinds/every-kind';
import { resources } from '../../src/schemas/kit/all';
import { checkResource } from '../../src/schemas/kit/check-resource';
import { checkTogether } from '../../src/schemas/kit/check-together';
import { recordIn, recordsIn } from '../../src/schemas/kit/is-record';
import { Problem } from '../../src/schemas/kit/problem';
import type { AnyResource, AnyRow } from '../../src/schemas/kit/resource';
import { catalogueHandlers, type CatalogueOperation } from '../../server/catalogue/catalogue';
import { withReferences } from '../../server/imports/resource-references';
import { deskNotes } from '../fixtures/desk-notes';
import { actor, freshStore, type TestStore } from '../support/database';
import { freshPostgres, isReachable } from '../support/postgres';
import { act, contextOf, handle, makeTenant, type Request, type Someone } from './act';

vi.mock('../../src/schemas/kit/all', async (original) => {
  const { withResources } = await import('../support/with-resources');
  const { deskNotes: own } = await import('../fixtures/desk-notes');
  return withResources(await original<typeof import('../../src/schemas/kit/all')>(), [own]);
});

const databases = [
  { name: 'embedded', fresh: () => freshStore(resources) },
  ...((await isReachable()) ? [{ name: 'PostgreSQL', fresh: () => freshPostgres(resources) }] : []),
];

describe.each(databases)('a link of two parts on $name', ({ fresh }) => {
  let store: TestStore;
  let north: Someone;
  let south: Someone;
  let counsellor: Someone;
  let reader: Someone;
  const college: Record<string, string> = {};
  const handlers = catalogueHandlers(deskNotes);
  const run = (operation: CatalogueOperation, request: Request = {}, who = north) =>
    handle(store, who, handlers[operation]!, { wire: 'GET|POST|PATCH|DELETE res/desk-notes', ...request });
  const add = async (body: AnyRow, who?: Someone): Promise<AnyRow> => recordIn((await run('create', { body }, who)).data);
  const change = async (row: AnyRow, body: AnyRow, who?: Someone): Promise<AnyRow> =>
    recordIn((await run('update', { params: { id: String(row['id']) }, body }, who)).data);
  const titles = async (query: AnyRow = {}, who?: Someone): Promise<unknown[]> =>
    recordsIn((await run('list', { query }, who)).data).map((row) => row['title']);
  const refusal = async (work: Promise<unknown>): Promise<unknown> => {
    const error = await work.catch((thrown: unknown) => thrown);
    return error instanceof Problem ? (error.errors.length ? error.errors : error.code) : error;
  };
  const lead = (tenantId: string, id: string, owner: string): Promise<unknown> =>
    store.transaction(actor(tenantId), (tx) =>
      tx.insertMany(
        'leads',
        ['tenant_id', 'id', 'name', 'phone', 'user_id'],
        [[tenantId, id, `Lead ${id}`, `98765${id.length}3210`, owner]],
      ),
    );

  beforeAll(async () => {
    store = await fresh();
    north = await makeTenant(store, 'NORTH');
    south = await makeTenant(store, 'SOUTH');
    counsellor = { ...north, userId: 'other', role: 4, scope: { userIds: ['other'] } };
    reader = { ...north, userId: 'reader', role: 4, permissions: [{ code: 'Setting_Configuration', level: [1, 2, 3] }] };
    await store.transaction(actor('NORTH', north.userId), (tx) =>
      tx.insertMany(
        'users',
        ['tenant_id', 'id', 'name', 'email', 'role', 'type'],
        [['NORTH', 'other', 'Other', 'other@north.example', 4, 'org']],
      ),
    );
    await lead('NORTH', 'own', 'other');
    await lead('NORTH', 'foreign', north.userId);
    await lead('SOUTH', 'south', south.userId);
    for (const [name, who] of [
      ['Fergusson', north],
      ['First', south], // the keys of each organisation begin at the same number
      ['Lakeview', south],
    ] as const)
      college[name] = String(
        recordIn((await act(store, who, 'colleges', 'create', { body: { clg_name: name } })).data)['clg_id'],
      );
  });
  afterAll(() => store.close());

  it('names the record, whatever its key is, and keeps its history in words', async () => {
    const row = await add({ title: 'A', about: 'college', about_id: college['Fergusson'] });
    expect(row).toMatchObject({ about_id: college['Fergusson'], _labels: { about_id: 'Fergusson' } });
    const now = await change(row, { about: 'lead', about_id: 'own' });
    expect(now['_labels']).toMatchObject({ about_id: 'Lead own' });
    await change(row, { about_id: 'foreign' });
    const history = recordsIn((await run('history', { params: { id: String(row['id']) } })).data);
    const names = (of: string) => history.map(({ labels }) => recordIn(recordIn(labels)[of])['about_id']);
    expect(names('new')).toEqual(['Lead foreign', 'Lead own', 'Fergusson']);
    expect(names('old').slice(0, 2)).toEqual(['Lead own', 'Fergusson']);
    expect(Object.keys(recordIn(history[0]?.['newData']))).not.toContain('about');
  });

  it('takes no key of another resource or organisation, and no part without the other', async () => {
    const wrong = [{ path: 'about_id', message: 'Record does not exist' }];
    for (const about_id of ['nobody', 'south', college['Fergusson']])
      expect(await refusal(add({ title: 'B', about: 'lead', about_id })), String(about_id)).toEqual(wrong);
    for (const about_id of [college['Lakeview'], 'own', '1e3'])
      expect(await refusal(add({ title: 'B', about: 'college', about_id })), String(about_id)).toEqual(wrong);
    expect(await refusal(add({ title: 'B', about_id: 'own' }))).toEqual([{ path: 'about', message: 'Choose a kind of record' }]);
    const row = await add({ title: 'C', about: 'lead', about_id: 'own' });
    expect(await refusal(change(row, { about: 'college' }))).toEqual(wrong);
  });

  it('is filtered by either part', async () => {
    await add({ title: 'D', about: 'college', about_id: college['Fergusson'] });
    expect(await titles({ about: 'college' })).toEqual(['D']);
    expect(await titles({ about: 'college', about_id: college['Fergusson'] })).toEqual(['D']);
    expect(await titles({ about: 'lead', about_id: college['Fergusson'] })).toEqual([]);
  });

  it('is seen with the record it leads to, and leads nobody to one that they cannot open', async () => {
    await add({ title: 'E', about: 'lead', about_id: 'foreign' });
    await add({ title: 'Free' });
    const seen = await titles({}, counsellor);
    expect(seen).toContain('C');
    expect(seen).toContain('Free');
    expect(seen).not.toContain('E');
    expect(await refusal(add({ title: 'F', about: 'lead', about_id: 'foreign' }, counsellor))).toMatchObject([
      { path: 'about_id' },
    ]);
    expect(await titles({}, south)).toEqual([]);
  });

  it('gives no label of what this person may not read', async () => {
    const rows = recordsIn((await run('list', {}, reader)).data);
    expect(rows.some((row) => row['about'] === 'lead')).toBe(true);
    for (const row of rows.filter(({ about }) => about === 'lead')) expect(row['_labels']).toEqual({});
    expect(await refusal(add({ title: 'G', about: 'lead', about_id: 'own' }, reader))).toMatchObject([{ path: 'about_id' }]);
  });

  it('keeps the record that it leads to from being deleted', async () => {
    const id = college['Fergusson']!;
    expect(await refusal(act(store, north, 'colleges', 'delete', { params: { id } }))).toBe(409);
    const usage = recordIn((await act(store, north, 'colleges', 'usage', { params: { id } })).data);
    expect(usage).toMatchObject({ count: 1, usage: [{ resource: 'desk-notes', filter: { field: 'about_id', value: id } }] });
  });

  it('finds the names of a file in the resource that each row says', async () => {
    const file = [
      { about: 'college', about_id: 'fergusson' },
      { about: 'lead', about_id: 'Lead own' },
      { about: 'lead', about_id: 'Fergusson' },
    ].map((values, line) => ({ line, key: null, values, wrong: null }));
    const read = await store.transaction(actor('NORTH', north.userId), (tx) =>
      withReferences(deskNotes, file, contextOf(store, north, tx, {})),
    );
    expect(read.map(({ values, wrong }) => wrong?.reason ?? values['about_id'])).toEqual([
      college['Fergusson'],
      'own',
      "Record: 'Fergusson' does not exist",
    ]);
  });
});

it('a link that leads nowhere is refused at the start, in one line', () => {
  const wrong = (change: Partial<AnyResource>): string => {
    const resource: AnyResource = { ...deskNotes, ...change };
    try {
      checkResource(resource);
      checkTogether([...resources.filter(({ name }) => name !== resource.name), resource]);
    } catch (error) {
      return String(error);
    }
    return '';
  };
  const options = (of: Record<string, string>, by = 'about') => ({ options: { about_id: { by, of } } });
  const whole = { lead: 'leads', college: 'colleges' };
  expect(wrong({})).toBe('');
  expect(wrong(options(whole, 'abot'))).toMatch(/options\.about_id\.by: 'abot' is not a field; write 'about'/);
  expect(wrong(options(whole, 'title'))).toMatch(
    /options\.about_id\.by: 'title' must be a choice; write title: \{ type: 'string', enum:/,
  );
  expect(wrong(options({ lead: 'leads' }))).toMatch(/options\.about_id\.of: says nothing of 'college'/);
  expect(wrong(options({ ...whole, cart: 'leads' }))).toMatch(/options\.about_id\.of\.cart: 'about' is never 'cart'/);
  expect(wrong(options({ ...whole, lead: 'leeds' }))).toMatch(
    /options\.about_id\.of\.lead: there is no resource 'leeds'; write 'leads'/,
  );
  expect(wrong({ scope: undefined })).toMatch(/scope: the record is about a lead; write scope: \{ through: 'about_id' \}/);
});
