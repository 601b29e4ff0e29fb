import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Problem } from '../../src/schemas/kit/problem';
import type { Reply } from '../../server/context/context';
import { actor, freshStore, type TestStore } from '../support/database';
import { act, checkWire, handle, makeTenant, type Request, type Someone } from './act';
import { handlers as lookUps } from '../../server/calls/lists/look-ups';
import type { Handler } from '../../server/context/context';

let store: TestStore;
let north: Someone;
beforeAll(async () => {
  store = await freshStore();
  north = await makeTenant(store, 'NORTH');
  const south = await makeTenant(store, 'SOUTH');
  await store.admin(`begin; set local app.tenant = '*'; set local app.request = 'test';
    insert into countries (id, name, phonecode) select n, 'Country ' || n, n::text from generate_series(1, 30) n; commit`);
  for (const who of [north, south])
    await store.transaction(actor(who.tenantId, who.userId), async (tx) => {
      await tx.insertMany(
        'states',
        ['tenant_id', 'id', 'value', 'country_id', 'status'],
        [1, 2, 3].map((id) => [who.tenantId, id, `State ${id}`, 1, id === 3 ? 0 : 1]),
      );
      await tx.insertMany(
        'cities',
        ['tenant_id', 'id', 'name', 'state_id'],
        Array.from({ length: 25 }, (_, n) => [who.tenantId, n + 1, `City ${String(n + 1).padStart(2, '0')}`, (n % 2) + 1]),
      );
      await tx.insertMany(
        'streams',
        ['tenant_id', 'id', 'name', 'status'],
        [
          [who.tenantId, `${who.tenantId}-s1`, `Law of ${who.tenantId}`, 1],
          [who.tenantId, `${who.tenantId}-s2`, 'Old', 0],
        ],
      );
      await tx.insertMany(
        'lead_sources',
        ['tenant_id', 'id', 'name', 'type', 'status'],
        [
          [who.tenantId, 'g', 'Google', 'all', 1],
          [who.tenantId, 'p', 'Portal', 'primary', 1],
          [who.tenantId, 't', 'Talk', 'tertiary', 1],
          [who.tenantId, 'o', 'Old', 'all', 0],
        ],
      );
      await tx.insertMany(
        'colleges',
        ['tenant_id', 'clg_id', 'clg_name', 'city_id', 'status'],
        [
          [who.tenantId, 1, 'Wadia', 1, 1],
          [who.tenantId, 2, 'Fergusson', 2, 1],
          [who.tenantId, 3, 'Closed', 1, 0],
        ],
      );
      await tx.insertMany(
        'lead_stages',
        ['tenant_id', 'id', 'stage_name', 'sub_stages', 'sort_order', 'status'],
        [
          [
            who.tenantId,
            'b',
            'Second',
            '[{"name":"z","sort_order":2},{"name":"off","status":0},{"name":"a","sort_order":1}]',
            2,
            1,
          ],
          [who.tenantId, 'a', 'First', null, 1, 1],
          [who.tenantId, 'c', 'Gone', null, 3, 0],
        ],
      );
    });
});
afterAll(() => store.close());

type Row = Record<string, unknown>;
const list = (resource: string, request: Request): Promise<Reply> => act(store, north, resource, 'list', request);
const rowsOf = (reply: Reply): Row[] => reply.data as Row[];
const look = (resource: string, name: string, request: Request): Promise<Reply> => {
  const own = lookUps[`${resource}.${name}`] as Handler | undefined;
  checkWire(resource, request.wire);
  return own ? handle(store, north, own, request) : act(store, north, resource, `list:${name}`, request);
};

describe('lists', () => {
  it('HTTP-015 HTTP-016 SETTINGS-SMS-003 SETTINGS-STATE-006 returns ten rows of page 1 by default', async () => {
    const wire = 'GET get_all_states?countryId=$country_id,name=$value,page_no,limit';
    const states = await list('states', { wire });
    expect(states).toMatchObject({ count: 3, data: [{ id: 1, value: 'State 1', country_id: 1, status: 1 }, {}, {}] });
    expect((await list('states', { wire, query: { countryId: '2' } })).count).toBe(0);
    expect(rowsOf(await list('states', { wire, query: { name: 'state 2' } })).map((row) => row['id'])).toEqual([2]);
    expect(rowsOf(await list('states', { wire, query: { limit: '1', page_no: '2' } })).map((row) => row['id'])).toEqual([2]);
    const cities = await list('cities', { query: { _end: '10' } });
    expect([rowsOf(cities).length, cities.count]).toEqual([10, 25]);
    const users = await list('users', {});
    expect([rowsOf(users).length, users.count]).toEqual([1, 1]);
  });

  it('LOOKUP-005 LOOKUP-023 SETTINGS-CITY-001 answers every city of a state unless a page is requested', async () => {
    const wire = 'GET get/city?state_id,name,page_number,limit';
    const all = rowsOf(await list('cities', { wire, query: { state_id: '1' } }));
    expect(all).toHaveLength(13);
    expect(all[0]).toMatchObject({ id: 1, name: 'City 01', state_id: 1, status: 1 });
    const page = await list('cities', { wire, query: { state_id: '1', page_number: '2', limit: '10' } });
    expect([rowsOf(page).length, page.count]).toEqual([3, 13]);
  });

  it('LOOKUP-002 LOOKUP-029 SETTINGS-SMS-002 answers all countries', async () => {
    const countries = rowsOf(await list('countries', { wire: 'GET getcountries' }));
    expect(countries).toHaveLength(30);
    expect(countries[0]).toMatchObject({ id: 1, name: 'Country 1', phonecode: '1' });
  });

  it('filters, sorts, searches and labels within three statements, and never shows another tenant', async () => {
    store.reports.splice(0);
    const reply = await list('cities', { query: { state_id: ['1', '2'], _sort: 'name', _order: 'desc', _end: '5', q: 'city' } });
    expect(store.reports.at(-1)!.statements).toBeLessThanOrEqual(3);
    expect(rowsOf(reply).map((row) => row['name'])).toEqual(['City 25', 'City 24', 'City 23', 'City 22', 'City 21']);
    expect(rowsOf(reply)[0]).toMatchObject({ _labels: { state_id: 'State 1' }, id: 25 });
    expect(reply.more).toMatchObject({ total_exact: true });
    expect(JSON.stringify(rowsOf(await list('streams', { query: { _end: '100' } })))).not.toContain('SOUTH');
  });

  it('finds rows by a part, short or long, of a search field that is no filter, and offers no other operator on it', async () => {
    const namesFor = async (query: Row): Promise<unknown[]> =>
      rowsOf(await list('cities', { query: { _sort: 'name', _order: 'asc', ...query } })).map((row) => row['name']);
    expect(await namesFor({ name_like: 'ITY 2' })).toEqual(['City 20', 'City 21', 'City 22', 'City 23', 'City 24', 'City 25']);
    expect(await namesFor({ name_like: '09' })).toEqual(['City 09']);
    expect(await namesFor({ '1-name_like': 'ty 03', '2-name_like': 'ty 04' })).toEqual(['City 03', 'City 04']);
    for (const query of [{ name: 'City 01' }, { name_ne: 'City 01' }, { name_startswith: 'City' }])
      await expect(namesFor(query)).rejects.toThrow("This list has no filter 'name");
  });

  it('combines the search parameter of its own wire with the general search, and refuses a second text', async () => {
    const wire = 'GET get/city?state_id,name,page_number,limit';
    const ids = async (query: Row): Promise<unknown[]> => rowsOf(await list('cities', { wire, query })).map((row) => row['id']);
    expect(await ids({ name: 'city 0' })).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await ids({ name: 'city', q: '07' })).toEqual([7]);
    expect(await ids({ name: 'city', search: '07' })).toEqual([7]);
    for (const query of [{ name: ['City 01', 'City 02'] }, { q: ['01', '02'] }])
      await expect(ids(query)).rejects.toThrow("A list has no filter 'in' of");
  });

  it('pages by cursor, forward and back', async () => {
    const query = { _sort: 'name', _order: 'asc', _limit: '10' };
    const first = await list('cities', { query });
    const second = await list('cities', { query: { ...query, after: first.more!['next'] } });
    expect(rowsOf(second)[0]!['name']).toBe('City 11');
    const back = await list('cities', { query: { ...query, before: second.more!['prev'] } });
    expect(rowsOf(back)).toEqual(rowsOf(first));
  });

  it('refuses filters, sorts and values that the list does not offer', async () => {
    for (const query of [{ colour: 'x' }, { _sort: 'tenant_id' }, { state_id: "1' or true" }, { status: 'x' }]) {
      const error = await list('cities', { query: query as Row }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Problem);
      expect((error as Problem).code).toBe(422);
    }
    const guess = await list('users', { query: { password_like: '$argon' } }).catch((thrown: unknown) => thrown);
    expect((guess as Problem).code).toBe(422);
  });

  it('shows only the user’s own rows where the scope says so', async () => {
    await store.transaction(actor('NORTH', north.userId), (tx) =>
      tx.insertMany(
        'leads',
        ['tenant_id', 'id', 'name', 'phone', 'user_id'],
        [
          ['NORTH', 'L1', 'Aarav', '9800000001', north.userId],
          ['NORTH', 'L2', 'Meera', '9800000002', null],
        ],
      ),
    );
    const own: Someone = { ...north, role: 4, scope: { userIds: [north.userId] } };
    const names = rowsOf(await act(store, own, 'leads', 'list', {})).map((row) => row['name']);
    expect(names).toEqual(['Aarav']);
    store.reports.splice(0);
    const page = rowsOf(await act(store, north, 'leads', 'list', { query: { _end: '1' } }));
    expect(page[0]).toMatchObject({ is_favourite: false, _labels: {} });
    expect(store.reports.at(-1)!.statements).toBe(2);
    // A lead's own page: the row with the flags that hooks add; labels that were read a moment ago take no statement (SPEED-B3).
    await act(store, north, 'leads', 'read', { params: { id: 'L1' } });
    store.reports.splice(0);
    const read = await act(store, north, 'leads', 'read', { params: { id: 'L1' } });
    expect(read.data).toMatchObject({ id: 'L1', name: 'Aarav', is_favourite: false });
    expect(store.reports.map((report) => report.statements)).toEqual([1]);
    const none: Someone = { ...north, role: 4, scope: { userIds: [] } };
    expect((await act(store, none, 'leads', 'list', {})).count).toBe(0);
  });
});

describe('look-ups', () => {
  it('LOOKUP-001 LOOKUP-028 ENT-048 ENT-049 colleges: the active ones by name', async () => {
    const reply = await look('colleges', 'lookUp', { wire: 'GET lead-gen/colleges' });
    expect(rowsOf(reply).map(({ clg_id, clg_name }) => [clg_id, clg_name])).toEqual([
      [2, 'Fergusson'],
      [1, 'Wadia'],
    ]);
  });

  it('LOOKUP-003 LOOKUP-022 sources of all types, or of one type and those for all', async () => {
    const names = async (query: Row): Promise<unknown[]> =>
      rowsOf(await look('lead-sources', 'lookUp', { wire: 'GET get-all-sources?type', query })).map((row) => row['name']);
    expect(await names({ type: 'all' })).toEqual(['Google', 'Portal', 'Talk']);
    expect(await names({ type: 'primary' })).toEqual(['Google', 'Portal']);
    await expect(names({ typo: 'primary' })).rejects.toThrow("This list has no filter 'typo'.");
  });

  it('LOOKUP-024 streams', async () => {
    expect(rowsOf(await look('streams', 'lookUp', { wire: 'GET get/streams' }))).toEqual([
      { id: 'NORTH-s1', name: 'Law of NORTH' },
    ]);
  });

  it('ENT-041 ENT-042 ENT-043 ENT-044 ENT-045 ENT-046 ENT-047 stages with their active sub-stages', async () => {
    const wire = 'GET getLeadStages?allStages';
    const stages = rowsOf(await look('lead-stages', 'lookUp', { wire, query: { allStages: 'false' } }));
    expect(stages.map((stage) => stage['_id'])).toEqual(['a', 'b']);
    expect(stages[1]).toMatchObject({
      id: 'b',
      stage_name: 'Second',
      sub_stage_required: false,
      followup_required: false,
      is_allow_user_lock_stage: false,
    });
    expect((stages[1]!['sub_stages'] as Row[]).map((one) => one['name'])).toEqual(['a', 'z']);
    expect(rowsOf(await look('lead-stages', 'lookUp', { wire, query: { allStages: 'true' } }))).toHaveLength(3);
    await expect(look('lead-stages', 'lookUp', { wire, query: { all: '1' } })).rejects.toThrow("This list has no filter 'all'.");
  });
});
