import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSecrets } from '../../server/store/secrets';
import { Problem } from '../../src/schemas/kit/problem';
import { freshStore, type TestStore } from '../support/database';
import { act, makeTenant, type Someone } from './act';

let store: TestStore;
let north: Someone;
let south: Someone;
beforeAll(async () => {
  store = await freshStore();
  north = await makeTenant(store, 'NORTH');
  south = await makeTenant(store, 'SOUTH');
});
afterAll(() => store.close());

type Row = Record<string, unknown>;
const create = async (resource: string, body: Row, who = north): Promise<Row> =>
  (await act(store, who, resource, 'create', { body })).data as Row;
const read = async (resource: string, id: unknown, who = north): Promise<Row> =>
  (await act(store, who, resource, 'read', { params: { id: String(id) } })).data as Row;
const update = async (resource: string, id: unknown, body: Row, who = north): Promise<Row> =>
  (await act(store, who, resource, 'update', { params: { id: String(id) }, body })).data as Row;
const refused = async (work: Promise<unknown>): Promise<Problem> => {
  const error = await work.then(
    () => new Error('was not refused'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Problem)) throw error;
  return error;
};

describe('create', () => {
  it('fills defaults, assigns ids and numbers, and answers the record with its labels', async () => {
    const stream = await create('streams', { name: 'Engineering' });
    expect(stream).toMatchObject({ name: 'Engineering', status: 1, row_version: 1, created_by: north.userId });
    expect(stream['id']).toHaveLength(26);
    expect(stream).not.toHaveProperty('tenant_id');
    const course = await create('courses', { name: 'B.Tech', stream_id: stream['id'] });
    expect(course).toMatchObject({ level: 'undergraduate', _labels: { stream_id: 'Engineering', created_by: 'Admin of NORTH' } });
    const first = await create('colleges', { clg_name: 'Fergusson College' });
    const second = await create('colleges', { clg_name: 'Wadia College' });
    expect([first['clg_id'], second['clg_id'], second['id']]).toEqual([10001, 10002, 10002]);
  });

  it('names unknown, read-only, missing and wrong fields, and writes nothing', async () => {
    for (const [body, path] of [
      [{ name: 'x', colour: 1 }, 'colour'],
      [{ name: 'x', tenant_id: 'SOUTH' }, 'tenant_id'],
      [{ name: 'x', created_by: 'me' }, 'created_by'],
      [{ name: 'x', constructor: 1 }, 'constructor'],
      [{}, 'name'],
      [{ name: '' }, 'name'],
      [{ name: 5 }, 'name'],
      [{ name: 'y'.repeat(81) }, 'name'],
      [{ name: 'x', status: 2 }, 'status'],
    ] as const) {
      const error = await refused(create('streams', body as Row));
      expect([error.code, error.errors[0]?.path]).toEqual([422, path]);
    }
    expect((await refused(create('streams', { name: 'y'.repeat(81) }))).errors[0]?.message).toBe(
      'Name can have up to 80 characters',
    );
    expect((await refused(create('streams', {}))).message).toBe('Name is required.');
    expect((await refused(create('lead-stages', { stage_name: 'A', is_system: true }))).errors[0]?.path).toBe('is_system');
    expect(await store.admin(`select name from streams where name in ('x', '')`)).toEqual([]);
  });

  it('PRODUCT-001 treats ids of another tenant as unknown, anywhere in a list', async () => {
    const own = await create('streams', { name: 'Law' });
    const foreign = await create('streams', { name: 'Law' }, south);
    const error = await refused(create('courses', { name: 'LLB', stream_id: foreign['id'] }));
    expect(error.errors).toEqual([{ path: 'stream_id', message: 'Stream does not exist' }]);
    const a = await create('courses', { name: 'LLM', stream_id: own['id'] });
    const b = await create('courses', { name: 'LLD', stream_id: own['id'] });
    const c = await create('courses', { name: 'LLM', stream_id: foreign['id'] }, south);
    for (const [ids, at] of [
      [[c, a, b], 0],
      [[a, c, b], 1],
      [[a, b, c], 2],
    ] as const) {
      const wrong = await refused(create('colleges', { clg_name: 'Law School', course_ids: ids.map((one) => one['id']) }));
      expect(wrong.errors).toEqual([{ path: `course_ids.${at}`, message: `Courses, row ${at + 1} does not exist` }]);
    }
    expect((await refused(read('streams', foreign['id']))).code).toBe(404);
    expect((await refused(update('streams', foreign['id'], { name: 'Mine' }))).code).toBe(404);
    expect((await refused(act(store, north, 'streams', 'delete', { params: { id: String(foreign['id']) } }))).code).toBe(404);
    expect((await read('streams', foreign['id'], south))['name']).toBe('Law');
  });

  it('reports at the field that a value is already taken', async () => {
    await create('streams', { name: 'Medicine' });
    const error = await refused(create('streams', { name: 'Medicine' }));
    expect([error.code, error.errors]).toEqual([409, [{ path: 'name', message: 'Name is already taken' }]]);
    await create('streams', { name: 'Medicine' }, south);
  });
});

describe('update', () => {
  it('changes only what is sent, so that two people can change different fields', async () => {
    const source = await create('lead-sources', { name: 'Google', aliases: ['google ads'] });
    await update('lead-sources', source['id'], { channel: 'paid_search' });
    const last = await update('lead-sources', source['id'], { name: 'Google Ads', aliases: null });
    expect(last).toMatchObject({ name: 'Google Ads', channel: 'paid_search', aliases: null, row_version: 3 });
    const same = await update('lead-sources', source['id'], { name: 'Google Ads' });
    expect(same['row_version']).toBe(3);
  });

  it('resets an emptied field to its default, and a status call must send the status', async () => {
    const source = await create('lead-sources', { name: 'Walk', channel: 'walk_in' });
    expect(await update('lead-sources', source['id'], { channel: null, status: null })).toMatchObject({
      channel: 'other',
      status: 1,
    });
    const state = await create('states', { value: 'Goa', country_id: await country() });
    const status = (body: Row) => act(store, north, 'states', 'status', { params: { id: String(state['id']) }, body });
    expect((await refused(status({}))).errors[0]?.path).toBe('status');
    expect((await refused(status({ status: 2 }))).errors[0]?.path).toBe('status');
    expect(((await status({ status: 0 })).data as Row)['status']).toBe(0);
  });

  it('answers 409 with the stored record when the version is outdated', async () => {
    const source = await create('lead-sources', { name: 'Facebook' });
    await update('lead-sources', source['id'], { name: 'Meta', row_version: 1 });
    const error = await refused(update('lead-sources', source['id'], { name: 'FB', row_version: 1 }));
    expect(error.code).toBe(409);
    expect(error.more).toMatchObject({ row_version: 2, current: { name: 'Meta', row_version: 2 } });
    const byHeader = act(store, north, 'lead-sources', 'update', {
      params: { id: String(source['id']) },
      body: { name: 'FB' },
      headers: { 'if-match': '"1"' },
    });
    expect((await refused(byHeader)).code).toBe(409);
  });

  it('validates the merged record, conditions included', async () => {
    const field = await create('custom-fields', {
      entity: 'lead',
      label: 'Hostel needed?',
      type: 'select',
      options: ['Yes', 'No'],
    });
    expect(field['key']).toBe('hostel_needed');
    const error = await refused(update('custom-fields', field['id'], { options: null }));
    expect(error.errors).toEqual([{ path: 'options', message: 'Add at least one option' }]);
    expect((await refused(update('custom-fields', field['id'], { options: [] }))).code).toBe(422);
    expect((await refused(update('custom-fields', field['id'], { type: 'text' }))).code).toBe(409);
    expect(
      (await refused(create('custom-fields', { entity: 'lead', label: 'X', type: 'text', pattern: '(' }))).errors[0]?.path,
    ).toBe('pattern');
    expect((await create('custom-fields', { entity: 'lead', label: 'Hostel needed', type: 'checkbox' }))['key']).toBe(
      'hostel_needed_2',
    );
  });
});

describe('delete', () => {
  it('refuses records in use with a count, and restores deleted ones', async () => {
    const state = await create('states', { value: 'Maharashtra', country_id: await country() });
    const city = await create('cities', { name: 'Pune', state_id: state['id'] });
    await create('leads', { name: 'Aarav', phone: '9876543210', state: 'Maharashtra' });
    const remove = (resource: string, id: unknown) => act(store, north, resource, 'delete', { params: { id: String(id) } });
    const error = await refused(remove('states', state['id']));
    expect([error.code, error.message, error.more['count']]).toEqual([409, 'Maharashtra is in use and cannot be deleted.', 2]);
    const usage = (await act(store, north, 'states', 'usage', { params: { id: String(state['id']) } })).data as Row;
    expect(usage['text']).toBe('used by 1 City, 1 Lead');
    await remove('cities', city['id']);
    expect((await refused(read('cities', city['id']))).code).toBe(404);
    expect((await refused(create('colleges', { clg_name: 'A', city_id: city['id'] }))).errors[0]?.path).toBe('city_id');
    await act(store, north, 'cities', 'restore', { params: { id: String(city['id']) } });
    expect((await read('cities', city['id']))['deleted_at']).toBeNull();
  });

  it('shows the history of a record, with old and new values', async () => {
    const stream = await create('streams', { name: 'Arts' });
    await update('streams', stream['id'], { name: 'Fine arts' });
    await act(store, north, 'streams', 'delete', { params: { id: String(stream['id']) } });
    await act(store, north, 'streams', 'restore', { params: { id: String(stream['id']) } });
    const entries = (await act(store, north, 'streams', 'history', { params: { id: String(stream['id']) } })).data as Row[];
    expect(entries.map((one) => one['property'])).toEqual(['Restored', 'Deleted', 'Name', 'Created']);
    expect(entries[2]).toMatchObject({ oldData: { name: 'Arts' }, newData: { name: 'Fine arts' }, tableAffected: 'streams' });
  });

  it('copies a record as an inactive one', async () => {
    const template = await create('sms-templates', { name: 'Welcome', body: 'Hi' });
    const copy = (await act(store, north, 'sms-templates', 'duplicate', { params: { id: String(template['id']) } })).data as Row;
    expect(copy).toMatchObject({ name: 'Welcome (copy)', body: 'Hi', status: 0 });
  });
});

describe('secrets', () => {
  it('are encrypted in the database and answered as dots and four characters', async () => {
    const college = await create('colleges', { clg_name: 'Sealed College', lead_push_key: 'key-1234567890' });
    expect(college['lead_push_key']).toBe('••••7890');
    const [stored] = await store.admin(`select lead_push_key from colleges where clg_name = 'Sealed College'`);
    expect(stored!['lead_push_key']).toMatch(/^v2\.[\w-]{8}\./);
    const kept = await update('colleges', college['clg_id'], { lead_push_key: '••••7890', seats: 5 });
    expect(kept).toMatchObject({ lead_push_key: '••••7890', seats: 5 });
    const audit = await store.admin(`select old, new from audit where table_name = 'colleges'`);
    expect(JSON.stringify(audit)).not.toContain('1234567890');
  });

  it('that were sealed with a lost key show only dots; their record can be read and changed, and accepts a new secret', async () => {
    const college = await create('colleges', { clg_name: 'Keyless College', lead_push_key: 'key-1234567890' });
    const lost = makeSecrets('a key that nobody has any more, 32 letters').seal('key-1234567890', 'anywhere');
    await store.admin(`set session_replication_role = replica;
      update colleges set lead_push_key = '${lost}' where clg_name = 'Keyless College';
      set session_replication_role = origin`);
    const read = (await act(store, north, 'colleges', 'read', { params: { id: String(college['clg_id']) } })).data as Row;
    expect(read['lead_push_key']).toBe('••••');
    expect(await update('colleges', college['clg_id'], { lead_push_key: '••••', seats: 5 })).toMatchObject({ seats: 5 });
    const anew = await update('colleges', college['clg_id'], { lead_push_key: 'key-0987654321' });
    expect(anew['lead_push_key']).toBe('••••4321');
  });

  it('hashes passwords and ends sessions when one is reset or the user is deactivated', async () => {
    const draft = { name: 'Asha', email: 'Asha.Menon@Example.com', role: 4, type: 'org', password: 'a long pass phrase' };
    const user = await create('users', draft);
    expect(user).toMatchObject({
      email: 'asha.menon@example.com',
      password_set: true,
      role_name: 'Counsellor',
      token_version: 0,
    });
    expect(user).not.toHaveProperty('password');
    const [stored] = await store.admin(`select password from users where name = 'Asha'`);
    expect(stored!['password']).toMatch(/^\$argon2id\$/);
    expect((await update('users', user['id'], { status: 0 }))['token_version']).toBe(1);
    expect((await refused(update('users', user['id'], { password: 'password12' }))).errors[0]?.path).toBe('password');
    expect((await refused(update('users', user['id'], { reports_to: user['id'] }))).errors[0]?.path).toBe('reports_to');
    const counsellor: Someone = { ...north, userId: String(user['id']), role: 4, permissions: [{ code: 'USERS', level: 5 }] };
    expect((await refused(update('users', user['id'], { role: 1 }, counsellor))).code).toBe(403);
    expect((await refused(update('users', north.userId, { name: 'x' }, counsellor))).code).toBe(403);
  });
});

describe('hooks', () => {
  it('D-065 keeps Enrolled as it is', async () => {
    const stage = await create('lead-stages', { stage_name: 'Enrolled', sub_stages: [{ name: 'Fee paid' }] });
    for (const patch of [
      { stage_name: 'Joined' },
      { status: 0 },
      { sub_stages: [] },
      { sub_stages: [{ name: 'Fee paid', status: 0 }] },
    ])
      expect((await refused(update('lead-stages', stage['id'], patch))).code).toBe(409);
    expect((await refused(act(store, north, 'lead-stages', 'delete', { params: { id: String(stage['id']) } }))).code).toBe(409);
    const twice = await refused(create('lead-stages', { stage_name: 'B', sub_stages: [{ name: 'one' }, { name: 'One' }] }));
    expect(twice.errors[0]).toEqual({ path: 'sub_stages.1.name', message: "Sub stages, row 2: 'One' appears twice" });
  });

  it('allows each spelling of a lead source for one source only', async () => {
    const portal = await create('lead-sources', { name: 'Portal', aliases: ['Shiksha'] });
    expect((await refused(create('lead-sources', { name: 'portal ' }))).errors[0]?.path).toBe('name');
    expect((await refused(create('lead-sources', { name: 'Other', aliases: ['SHIKSHA'] }))).errors[0]?.path).toBe('aliases');
    expect(await update('lead-sources', portal['id'], { aliases: ['Shiksha', 'shiksha.com'] })).toMatchObject({ row_version: 2 });
  });

  it('numbers custom roles from 7 and refuses unknown codes', async () => {
    const role = await create('users-roles', {
      role_name: 'Senior',
      data_scope: 'own',
      permissions: [{ code: 'LEADS', level: [1] }],
    });
    expect(role['role']).toBe(7);
    const wrong = await refused(
      create('users-roles', { role_name: 'X', data_scope: 'own', permissions: [{ code: 'NOPE', level: [1] }] }),
    );
    expect(wrong.errors[0]?.path).toBe('permissions.0.code');
  });

  it('copies the members of a team to the users', async () => {
    const user = await create('users', { name: 'Ravi', email: 'ravi@example.com', role: 4, type: 'org' });
    const team = await create('teams', { name: 'Pune', member_ids: [user['id']] });
    expect(team['member_ids']).toEqual([user['id']]);
    expect((await read('users', user['id']))['team_ids']).toEqual([team['id']]);
    const empty = await update('teams', team['id'], { member_ids: [] });
    expect(empty['member_ids']).toEqual([]);
    expect((await read('users', user['id']))['team_ids']).toEqual([]);
    expect((await refused(update('teams', team['id'], { parent_team_id: team['id'] }))).errors[0]?.path).toBe('parent_team_id');
  });
});

describe('scope', () => {
  it('answers 403 for someone else’s lead and 404 for a lead of another tenant', async () => {
    const lead = await create('leads', { name: 'Meera', phone: '9876500001' });
    const other: Someone = { ...north, userId: 'SOMEBODY', role: 4, scope: { userIds: ['SOMEBODY'] } };
    expect((await refused(read('leads', lead['id'], other))).code).toBe(403);
    expect((await refused(update('leads', lead['id'], { name: 'x' }, other))).code).toBe(403);
    expect((await refused(read('leads', lead['id'], south))).code).toBe(404);
    const followUp = { lead_id: lead['id'], call_date_time: '2999-01-01T05:30:00Z' };
    expect((await refused(create('follow-ups', followUp, other))).code).toBe(403);
  });
});

async function country(): Promise<number> {
  await store.admin(`begin; set local app.tenant = '*'; set local app.request = 'test';
    insert into countries (id, name, phonecode) values (101, 'India', '91') on conflict do nothing; commit`);
  return 101;
}
