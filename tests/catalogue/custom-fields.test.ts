import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resourceNamed, resources } from '../../src/schemas/kit/all';
import { sweepCustomValues } from '../../server/catalogue/sweep-custom-values';
import { call, edit, signIn, type Answer, type Browser } from '../support/app';
import { makeWorld, type World } from '../leads/lead-world';

/** D-136: a custom field works as soon as it is created, for every resource that has them, and validates like any other field. */
let world: World;
let admin: Browser;
let counsellor: Browser;
beforeAll(async () => {
  world = await makeWorld();
  ({ admin, counsellor } = world);
  // the world's own colleges were inserted without the counter
  const { northstar } = world.test.fixture.tenants;
  await edit(world.test, northstar, `insert into counters (tenant_id, name, last) values ('${northstar}', 'colleges', 20000)`);
});
afterAll(() => world.test.close());

type Row = Record<string, unknown>;
const ask = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, who = admin): Promise<Answer> =>
  call(world.test, who, method, path, body);
const field = async (body: Row): Promise<string> => {
  const answer = await ask('POST', 'create/custome-field', body);
  expect(answer.code, answer.text).toBe(200);
  return (answer.body['data'] as { id: string }).id;
};
const names = async (entity: string, who = admin): Promise<Row[]> =>
  (await ask('GET', `get/custom-field-names?entity=${entity}`, undefined, who)).body['data'] as Row[];
let phones = 9_000_000_000;
const aLead = (more: Row = {}): Row => ({ name: 'Asha', phone: String(phones++), ...more });
const rowsOf = (answer: Answer): Row[] => answer.body as unknown as Row[];

/** Every kind: a valid value, an invalid one, and the list filter that finds the valid one. */
const kinds: readonly [type: string, more: Row, right: unknown, wrong: unknown, filter: string][] = [
  ['text', { max: 20 }, 'Pune', 'x'.repeat(21), '_like=pun'],
  ['textarea', {}, 'two\nlines', 5, '_like=lines'],
  ['number', { min: 1, max: 9.5 }, 7.5, 10, '_gte=7.5'],
  ['date', {}, '2026-03-01', '2026-02-30', '_lte=2026-03-01'],
  ['datetime', {}, '2026-03-01T10:00:00.000Z', 'soon', '_gte=2026-03-01T09:00:00Z'],
  ['select', { options: ['A', 'B'] }, 'A', 'C', '=A'],
  ['multiselect', { options: ['A', 'B'] }, ['A', 'B'], ['A', 'A'], '=B'],
  ['checkbox', {}, true, 'yes', '=true'],
  ['url', {}, 'https://example.com/x', 'example.com', '_like=example'],
  ['email', {}, 'a@example.com', 'a@', '=a@example.com'],
  ['phone', {}, '+919812345678', 'call me', '=%2B919812345678'],
];

describe('a custom field of leads', () => {
  it.each(kinds)(
    'SETTINGS-CF-001 D-136 of type %s is validated, stored, filtered and answered',
    async (type, more, right, wrong, filter) => {
      const label = `Kind ${type}`;
      await field({ entity: 'lead', label, type, ...more });
      const key = `kind_${type}`;
      const refused = await ask('POST', 'res/leads', aLead({ custom: { [key]: wrong } }));
      expect([refused.status, refused.body.errors?.[0]?.path], refused.text).toEqual([422, `custom.${key}`]);
      expect(refused.body.errors?.[0]?.message).toContain(label);
      const made = await ask('POST', 'res/leads', aLead({ custom: { [key]: right } }));
      expect(made.status, made.text).toBe(200);
      const { id } = made.body as unknown as { id: string };
      const found = await ask('GET', `res/leads?custom.${key}${filter}&_sort=created_at`);
      expect(
        rowsOf(found).map((row) => row['id']),
        found.text,
      ).toEqual([id]);
      expect(rowsOf(found)[0]!['custom']).toEqual({ [key]: right });
      const others = await ask('GET', `res/leads?custom.${key}_null=true`);
      expect(rowsOf(others).map((row) => row['id'])).not.toContain(id);
    },
  );

  it('SETTINGS-CF-002 is listed by POST, filtered by entity, with the total count', async () => {
    await field({ entity: 'user', label: 'Blood group', type: 'text' });
    const listed = await ask('POST', 'get/custome-field', { entity: 'user', page_number: 1, limit: 10 });
    expect(listed.code, listed.text).toBe(200);
    const labels = (listed.body['data'] as Row[]).map((row) => [row['entity'], row['label'], row['key']]);
    expect(labels).toContainEqual(['user', 'Blood group', 'blood_group']);
    expect(labels.every(([entity]) => entity === 'user')).toBe(true);
    expect(listed.body['count']).toBe(labels.length);
  });

  it('sorts the list, empty values last, and pages by cursor', async () => {
    await field({ entity: 'lead', label: 'Rank', type: 'number' });
    for (const rank of [10, 9, 100]) await ask('POST', 'res/leads', aLead({ custom: { rank } }));
    const first = await ask('GET', 'res/leads?_sort=custom.rank&_order=asc&_limit=2');
    expect(rowsOf(first).map((row) => (row['custom'] as Row)['rank'])).toEqual([9, 10]);
    const next = await ask('GET', `res/leads?_sort=custom.rank&_order=asc&_limit=2&after=${String(first.headers['x-next'])}`);
    expect((rowsOf(next)[0]!['custom'] as Row)['rank']).toBe(100);
    const down = await ask('GET', 'res/leads?_sort=custom.rank&_order=desc&_limit=1');
    expect((rowsOf(down)[0]!['custom'] as Row)['rank']).toBe(100);
  });

  it('refuses names of fields that do not exist, in writes, filters and sorting', async () => {
    for (const name of ['nobody', '__proto__', "x'; drop table leads", 'constructor']) {
      const write = await ask(
        'POST',
        'res/leads',
        `{"name":"A","phone":"9811100000","custom":{${JSON.stringify(name)}:1}}`,
        admin,
      );
      expect(write.status, name).toBeGreaterThanOrEqual(400);
      expect((await ask('GET', `res/leads?custom.${encodeURIComponent(name)}=1`)).status).toBe(422);
      expect((await ask('GET', `res/leads?_sort=custom.${encodeURIComponent(name)}`)).status).toBe(422);
    }
  });

  it('fills its default, can be required, and can be hidden by another value', async () => {
    await field({ entity: 'college', label: 'Tier', type: 'select', options: ['One', 'Two'], default_value: 'Two' });
    await field({ entity: 'college', label: 'Hostel', type: 'checkbox' });
    await field({
      entity: 'college',
      label: 'Beds',
      type: 'number',
      required: true,
      depends_on: { field: 'hostel', values: ['true'] },
    });
    const plain = await ask('POST', 'res/colleges', { clg_name: 'Wadia' });
    expect([plain.status, (plain.body as Row)['custom']], plain.text).toEqual([200, { tier: 'Two' }]);
    const missing = await ask('POST', 'res/colleges', { clg_name: 'Modern', custom: { hostel: true } });
    expect([missing.status, missing.body.errors?.[0]]).toEqual([422, { path: 'custom.beds', message: 'Beds is required' }]);
    const hidden = await ask('POST', 'res/colleges', { clg_name: 'Modern', custom: { hostel: false, beds: 40 } });
    expect((hidden.body as Row)['custom']).toEqual({ tier: 'Two', hostel: false });
    const id = String((hidden.body as Row)['id']);
    const both = await ask('PATCH', `res/colleges/${id}`, { custom: { hostel: true, beds: 40 } });
    expect((both.body as Row)['custom']).toEqual({ tier: 'Two', hostel: true, beds: 40 });
    const cleared = await ask('PATCH', `res/colleges/${id}`, { custom: { hostel: null } });
    expect((cleared.body as Row)['custom']).toEqual({ tier: 'Two' });
  });

  it('enforces uniqueness, also for simultaneous writes', async () => {
    await field({ entity: 'user', label: 'Badge', type: 'text', unique: true });
    const person = (n: number): Row => ({
      name: `P${n}`,
      email: `p${n}@example.com`,
      role: 4,
      type: 'org',
      password: 'a long pass phrase',
      custom: { badge: 'B-7' },
    });
    const answers = await Promise.all([1, 2, 3].map((n) => ask('POST', 'res/users', person(n))));
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, 409, 409]);
    const refused = answers.find((one) => one.status === 409)!;
    expect(refused.body.errors).toEqual([{ path: 'custom.badge', message: 'Badge is already taken' }]);
    const own = answers.find((one) => one.status === 200)!.body as Row;
    expect((await ask('PATCH', `res/users/${String(own['id'])}`, { custom: { badge: 'B-7' }, name: 'Same' })).status).toBe(200);
  });

  it('a unique choice of several is the same in any order, and another with a part of it', async () => {
    const id = await field({ entity: 'lead', label: 'Slots', type: 'multiselect', options: ['A', 'B', 'C'], unique: true });
    const tried = async (...slots: string[]): Promise<number> =>
      (await ask('POST', 'res/leads', aLead({ custom: { slots } }))).status;
    expect([await tried('A', 'B'), await tried('B', 'A'), await tried('A'), await tried('A', 'B', 'C')]).toEqual([
      200, 409, 200, 200,
    ]);
    expect((await ask('POST', 'delete/custome-field', { id })).code).toBe(200);
  });

  it('SETTINGS-CF-003 is hidden when deleted, keeps its values, and the record can still be changed', async () => {
    const id = await field({ entity: 'lead', label: 'Going', type: 'text' });
    const made = await ask('POST', 'res/leads', aLead({ custom: { going: 'soon', rank: 5 } }));
    const lead = String((made.body as Row)['id']);
    expect((await ask('POST', 'delete/custome-field', { id })).code).toBe(200);
    expect((await names('lead')).map((one) => one['key'])).not.toContain('going');
    expect(((await ask('GET', `res/leads/${lead}`)).body as Row)['custom']).toEqual({ rank: 5 });
    expect((await ask('GET', 'res/leads?custom.going=soon')).status).toBe(422);
    const changed = await ask('PATCH', `res/leads/${lead}`, { custom: { rank: 6 } });
    expect([changed.status, (changed.body as Row)['custom']], changed.text).toEqual([200, { rank: 6 }]);
    expect((await world.row('leads', lead))['custom']).toEqual({ going: 'soon', rank: 6 });
    expect((await ask('PATCH', `res/leads/${lead}`, { custom: { going: 'x' } })).status).toBe(422);
    // the key stays reserved, so that old values never get a new meaning
    await field({ entity: 'lead', label: 'Going', type: 'number' });
    expect((await names('lead')).map((one) => one['key'])).toContain('going_2');
  });

  it('D-136 loses its values and frees its key 90 days after it was deleted', async () => {
    const id = await field({ entity: 'lead', label: 'Passing', type: 'text' });
    const made = await ask('POST', 'res/leads', aLead({ custom: { passing: 'x', rank: 8 } }));
    const lead = String((made.body as Row)['id']);
    await ask('POST', 'delete/custome-field', { id });
    const after = (days: number): Promise<number> =>
      sweepCustomValues(world.test.store, new Date(Date.now() + days * 86_400_000));
    expect(await after(89)).toBe(0);
    expect((await world.row('leads', lead))['custom']).toEqual({ passing: 'x', rank: 8 });
    expect(await after(91)).toBeGreaterThan(0);
    expect((await world.row('leads', lead))['custom']).toEqual({ rank: 8 });
    await field({ entity: 'lead', label: 'Passing', type: 'number' });
    expect((await names('lead')).map((one) => one['key'])).toContain('passing');
  });

  it('D-136 belongs to leads, applications, colleges or users, and each of them stores its values', () => {
    const offered = resourceNamed('custom-fields').fields.properties['entity']!.enum!;
    expect(resources.flatMap((one) => one.customFields ?? []).toSorted()).toEqual([...offered].toSorted());
  });

  it('is sent to every staff user with all that a form needs, and only within its tenant', async () => {
    const told = await names('lead', counsellor);
    expect(told.find((one) => one['key'] === 'kind_select')).toMatchObject({
      label: 'Kind select',
      options: ['A', 'B'],
      required: false,
    });
    expect(await names('lead', world.foreigner)).toEqual([]);
    expect((await ask('GET', 'res/leads?custom.rank=1', undefined, world.foreigner)).status).toBe(422);
  });

  it('appears in the history with old and new value', async () => {
    const made = await ask('POST', 'res/leads', aLead({ custom: { rank: 1 } }));
    const id = String((made.body as Row)['id']);
    await ask('PATCH', `res/leads/${id}`, { custom: { rank: 2 } });
    const [entry] = rowsOf(await ask('GET', `res/leads/${id}/history`));
    expect([entry!['oldData'], entry!['newData']]).toMatchObject([{ custom: { rank: 1 } }, { custom: { rank: 2 } }]);
  });
});

describe('field rules of a role', () => {
  it('TRUST-S4 a rule on all custom fields together is one on each of them', async () => {
    await field({ entity: 'lead', label: 'Caste', type: 'text' });
    const id = await world.makeLead({ name: 'Whole', phone: '9822222223', custom: { caste: 'Secret' } });
    const save = (field_rules: Row[]): Promise<Answer> => ask('PATCH', 'res/users-roles/4', { field_rules });
    expect((await save([{ resource: 'leads', field: 'custom', rule: 'hidden' }])).status).toBe(200);
    world.test.clock.add(61);
    const who = await signIn(world.test, 'counsellor@northstar.example');
    expect((await ask('GET', `res/leads/${id}`, undefined, who)).body).not.toHaveProperty('custom');
    for (const query of ['custom.caste=Secret', 'custom.caste_like=S', '1-custom.caste_null=true', '_sort=custom.caste'])
      expect([query, (await ask('GET', `res/leads?${query}`, undefined, who)).status]).toEqual([query, 422]);
    const written = await ask('PATCH', `res/leads/${id}`, { custom: { caste: 'Other' } }, who);
    expect(written.status, written.text).toBe(422);
    expect((await save([])).status).toBe(200);
  });

  it('TRUST-S4 apply to custom fields and fields inside objects: hidden, masked, read-only', async () => {
    await field({ entity: 'lead', label: 'Aadhaar', type: 'text' });
    await field({ entity: 'lead', label: 'Salary', type: 'number' });
    const id = await world.makeLead({
      name: 'Veiled',
      phone: '9822222222',
      guardian: { name: 'Ramesh', relation: 'father', phone: '9833333333', email: 'ramesh@example.com' },
      custom: { aadhaar: '1234-5678-9012', salary: 5, rank: 3 },
    });
    const rules = [
      { resource: 'leads', field: 'custom.aadhaar', rule: 'hidden' },
      { resource: 'leads', field: 'custom.salary', rule: 'read_only' },
      { resource: 'leads', field: 'guardian.phone', rule: 'masked' },
      { resource: 'leads', field: 'guardian.email', rule: 'hidden' },
    ];
    const unknown = await ask('PATCH', 'res/users-roles/4', {
      field_rules: [{ resource: 'leads', field: 'guardian.nobody', rule: 'hidden' }],
    });
    expect(unknown.status).toBe(422);
    expect((await ask('PATCH', 'res/users-roles/4', { field_rules: rules })).status).toBe(200);
    world.test.clock.add(61);
    const who = await signIn(world.test, 'counsellor@northstar.example');
    const mine = (method: 'GET' | 'PATCH' | 'POST', path: string, body?: unknown): Promise<Answer> =>
      ask(method, path, body, who);
    expect((await mine('GET', 'acl')).body['field_rules']).toEqual(rules);

    const read = (await mine('GET', `res/leads/${id}`)).body as Row;
    expect(read['custom']).toEqual({ salary: 5, rank: 3 });
    expect(read['guardian']).toEqual({ name: 'Ramesh', relation: 'father', phone: '98xxxxxx33' });
    for (const path of ['res/leads', `res/leads/${id}/history`, 'getTimeline?limit=100']) {
      const { text } = await mine('GET', path);
      for (const secret of ['1234-5678', '9833333333', 'ramesh@']) expect(text.includes(secret), `${path} ${secret}`).toBe(false);
    }
    expect((await mine('GET', 'res/leads?custom.aadhaar_like=1234')).status).toBe(422);
    expect((await mine('GET', 'res/leads?_sort=custom.aadhaar')).status).toBe(422);

    // sending back the values as shown changes nothing, and hidden values survive a change of other fields in the same object
    const saved = await mine('PATCH', `res/leads/${id}`, {
      guardian: { ...(read['guardian'] as Row), name: 'Ramesh Rao' },
      custom: { rank: 4, salary: 5 },
    });
    expect(saved.status, saved.text).toBe(200);
    expect(await world.row('leads', id)).toMatchObject({
      guardian: { name: 'Ramesh Rao', relation: 'father', phone: '9833333333', email: 'ramesh@example.com' },
      custom: { aadhaar: '1234-5678-9012', salary: 5, rank: 4 },
    });
    for (const [body, path] of [
      [{ custom: { salary: 6 } }, 'custom.salary'],
      [{ custom: { aadhaar: 'x' } }, 'custom.aadhaar'],
      [{ guardian: { name: 'R', phone: '9844444444' } }, 'guardian.phone'],
      [{ guardian: { name: 'R', email: 'r@example.com' } }, 'guardian.email'],
    ] as const) {
      const refused = await mine('PATCH', `res/leads/${id}`, body);
      expect([refused.status, refused.body.errors?.[0]?.path], refused.text).toEqual([422, path]);
      expect((await mine('POST', 'res/leads', aLead(body as Row))).status).toBe(422);
    }
  });
});
