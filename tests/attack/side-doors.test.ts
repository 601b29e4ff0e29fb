import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, newBrowser, signIn, type Answer, type Browser } from '../support/app';
import { makeListWorld, type ListWorld } from '../jobs/list-work';

/** Indirect ways to read fields that a role does not see: bulk work, counts, rules and calls. */
let world: ListWorld;
let boss: Browser;
const secretName = 'Veiled Person';
const every = [1, 2, 3, 4, 5, 6];
beforeAll(async () => {
  world = await makeListWorld();
  await world.grant(
    2,
    ['LEADS', 'Notes', 'Rule_Engine', 'Automtion_Workflow', 'Publisher'].map((code) => ({ code, level: every })),
  );
  const rules = [
    { resource: 'leads', field: 'name', rule: 'masked' },
    { resource: 'leads', field: 'email', rule: 'hidden' },
    { resource: 'leads', field: 'phone', rule: 'masked' },
    { resource: 'leads', field: 'city', rule: 'hidden' },
    { resource: 'lead-sources', field: 'name', rule: 'hidden' },
  ];
  const saved = await call(world.test, world.admin, 'PATCH', 'res/users-roles/2', { field_rules: rules });
  expect(saved.code, saved.text).toBe(200);
  world.test.clock.add(61);
  boss = await signIn(world.test, 'manager@northstar.example');
});
afterAll(() => world.test.close());

let phones = 9_811_100_000;
const lead = async (values: object = {}): Promise<string> => {
  const answer = await world.post('res/leads', { name: secretName, phone: String(++phones), city: 'Alibag', ...values });
  expect(answer.code, answer.text).toBe(200);
  return String(answer.body['id']);
};
const ask = (path: string, who = boss): Promise<Answer> => call(world.test, who, 'GET', path);
const where = (columnName: string, value: unknown) => ({
  globleCondtion: 'And',
  rule: [{ condition: 'And', rules: [{ columnName, operator: 'in', value }] }],
});

describe('TRUST-S4 field rules at the side doors', () => {
  it('results of bulk work and refusals do not spell out what the role sees masked', async () => {
    const id = await lead({ user_id: boss.userId });
    const asked = { action: 'update', ids: [id], values: { priority: 2 } };
    const job = await world.ended(await world.post('res/leads/bulk', asked, boss));
    const rows = await ask(`jobs/${job.id}/rows`);
    expect(job.result, rows.text).toEqual({ done: 1, skipped: 0 });
    expect([rows.code, rows.text.includes('V***'), rows.text.includes(secretName)]).toEqual([200, true, false]);
    expect((await world.post('res/notes', { lead_id: id, body: 'Called' })).code).toBe(200);
    const refused = await call(world.test, boss, 'DELETE', `res/leads/${id}`);
    expect([refused.code, refused.body.message]).toEqual([409, 'V*** is in use and cannot be deleted.']);
  });

  it('conditions on a hidden field are refused in counts, rules and audiences, for every value', async () => {
    await lead();
    const rule = { name: 'Tell me', trigger: 'lead_created', actions: [{ type: 'add_tag', params: { tag: 'x' } }] };
    for (const [path, body, change] of [
      ['rule-engine/counts', {}],
      ['lead-gen/audience/count', {}],
      ['lead-gen/audience', { name: 'All of one city', kind: 'dynamic' }, 'lead-gen/audience/'],
      ['rule-engine/create', rule, 'rule-engine/update/'],
    ] as const) {
      const answers: Answer[] = [];
      for (const city of ['Alibag', 'Nowhere']) answers.push(await world.post(path, { ...body, ...where('city', city) }, boss));
      expect([path, ...answers.map((one) => one.code)], answers[0]!.text).toEqual([path, 422, 422]);
      expect(answers[0]!.text).toBe(answers[1]!.text);
      expect(answers[0]!.body.errors![0]!.path).toBe('rule.0.rules.0.columnName');
      const open = await world.post(path, { ...body, ...where('priority', 2) }, boss);
      expect([path, open.code], open.text).toEqual([path, 200]);
      if (!change) continue;
      const made = open.body['data'] as { id?: string; _id?: string };
      const put = (who: Browser): Promise<Answer> =>
        call(world.test, who, 'PUT', `${change}${made._id ?? made.id}`, where('city', 'Alibag'));
      expect([path, (await put(boss)).code, (await put(world.admin)).code]).toEqual([path, 422, 200]);
    }
  });

  it('an import cannot find records by a name that the role does not see', async () => {
    const [source] = await world.rows('lead-sources');
    const csv = (text: string): string => `Name,Email,Code,Lead source\nFrom a file,f@example.com,file-1,${text}\n`;
    const outcome = async (text: string, who: Browser) => {
      const seen = await world.upload('publishers', csv(text), who);
      const job = await world.post('res/publishers/import', { step: 'dry_run', file_id: seen['file_id'] }, who);
      return (await world.ended(job)).result;
    };
    expect(await outcome('Portals', world.admin)).toMatchObject({ errors: [], created: 1, failed: 0 });
    expect(await outcome(String(source!['id']), boss)).toMatchObject({ created: 1, failed: 0 });
    expect(await outcome('Portals', boss)).toMatchObject({ created: 0, failed: 1 });
  });
});

describe('a private note', () => {
  it('TRUST-S4 is visible only to its author in every call, and does not hide other notes from the list', async () => {
    const text = 'Nobody else shall read this';
    const write = async (visibility: string): Promise<string> =>
      String((await world.post('res/notes', { body: `${text} (${visibility})`, visibility })).body['id']);
    const [hidden, open] = [await write('private'), await write('tenant')];
    for (const who of [world.counsellor, boss]) {
      const answers = await Promise.all(['', '/history', '/usage'].map((end) => ask(`res/notes/${hidden}${end}`, who)));
      expect(answers.map((one) => [one.status, one.text.includes(text)])).toEqual(answers.map(() => [403, false]));
      expect((await ask('res/notes', who)).text).not.toContain('(private)');
    }
    expect((await ask(`res/notes/${open}`)).body['body']).toContain('(tenant)');
    const job = await world.ended(
      await world.post('res/notes/bulk', { action: 'update', ids: [hidden], values: { pinned: true } }, boss),
    );
    expect([job.result, (await ask(`jobs/${job.id}/rows`)).text.includes(text)]).toEqual([{ done: 0, skipped: 1 }, false]);
    const file = await world.post('res/notes/export', { format: 'csv', ids: [hidden, open] }, boss);
    expect((await world.bytes(file.body['url'])).toString()).not.toContain('(private)');
    const copy = await call(world.test, boss, 'POST', `res/notes/${hidden}/duplicate`);
    expect([copy.status, copy.text.includes(text)]).toEqual([403, false]);

    const own = String(
      (await world.post('res/notes', { body: `${text} (of the manager)`, visibility: 'private' }, boss)).body['id'],
    );
    for (const [id, who] of [
      [own, boss],
      [open, world.admin],
    ] as const)
      expect((await call(world.test, who, 'DELETE', `res/notes/${id}`)).code).toBe(200);
    const deleted = await ask('res/notes/deleted', world.admin);
    expect([deleted.status, deleted.text.includes('(tenant)'), deleted.text.includes('manager')]).toEqual([200, true, false]);
    expect((await call(world.test, world.admin, 'POST', `res/notes/${own}/restore`)).status).toBe(403);
  });
});

describe('undone bulk work', () => {
  it('restores what the change hid, and removes custom values that were not there before', async () => {
    const field = { entity: 'lead', label: 'Hostel room', type: 'text' };
    const added = await world.post('create/custome-field', field);
    expect(added.code, added.text).toBe(200);
    const id = await lead();
    const before = (await ask(`res/leads/${id}`, world.admin)).body;
    const change = { action: 'update', ids: [id], values: { priority: 2, custom: { hostel_room: 'B-12' } } };
    const job = await world.ended(await world.post('res/leads/bulk', change));
    expect((await ask(`res/leads/${id}`, world.admin)).body).toMatchObject({ priority: 2, custom: { hostel_room: 'B-12' } });
    const undone = await world.ended(await world.post('res/leads/bulk', { action: 'undo', job_id: job.id }));
    expect(undone.result).toEqual({ done: 1, skipped: 0 });
    const after = (await ask(`res/leads/${id}`, world.admin)).body;
    expect([after['priority'], after['custom'] ?? null]).toEqual([before['priority'], before['custom'] ?? null]);

    const coupon = {
      code: 'BACK',
      kind: 'percent',
      value: 10,
      max_discount: 500,
      valid_from: '2020-01-01T00:00:00Z',
      valid_to: '2999-01-01T00:00:00Z',
    };
    const made = await world.post('res/coupons', { ...coupon, usage_limit: 1 });
    expect(made.code, made.text).toBe(200);
    const couponId = String(made.body['id']);
    const other = await world.ended(
      await world.post('res/coupons/bulk', { action: 'update', ids: [couponId], values: { kind: 'amount' } }),
    );
    expect((await ask(`res/coupons/${couponId}`, world.admin)).body).toMatchObject({ kind: 'amount', max_discount: null });
    await world.ended(await world.post('res/coupons/bulk', { action: 'undo', job_id: other.id }));
    expect((await ask(`res/coupons/${couponId}`, world.admin)).body).toMatchObject({ kind: 'percent', max_discount: 500 });
  });
});

describe('what belongs to another user', () => {
  it('TRUST-S3 a file that a colleague uploaded does not exist for others, even if they may import; an expired link leads nowhere', async () => {
    const seen = await world.upload('publishers', 'Name,Email,Code\nSomebody,s@example.com,other-1\n');
    for (const step of ['dry_run', 'start'])
      expect((await world.post('res/publishers/import', { step, file_id: seen['file_id'] }, boss)).code).toBe(404);

    const ends = new Date(world.test.services.now().getTime() + 3_600_000).toISOString();
    const link = await world.post('res/short-urls', { target_url: 'https://www.example.com/', code: 'ending', expires_at: ends });
    expect([link.code, (await ask('r/ending')).status], link.text).toEqual([200, 302]);
    world.test.clock.add(3601);
    expect((await call(world.test, newBrowser(), 'GET', 'r/ending')).code).toBe(404);
  });
});
