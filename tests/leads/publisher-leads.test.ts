import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, call, edit, signIn, type TestApp } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { age, makePublisherWorld, type PublisherWorld, type Row } from './publisher-world';

const databases = await reachableDatabases();

describe.each(databases)('the leads of publishers, on $name', ({ fresh }) => {
  let test: TestApp;
  let world: PublisherWorld;
  const northstar = (): string => test.fixture.tenants.northstar;
  beforeAll(async () => {
    test = await build({ store: await fresh() });
    world = await makePublisherWorld(test);
  });
  afterAll(() => test.close());

  const college = async (name: string): Promise<number> => Number((await world.add('colleges', { clg_name: name }))['clg_id']);
  const results = async (id: string): Promise<unknown[]> =>
    (await world.log(id)).map(({ state, reason }) => [state, reason]).reverse();

  it('a lead above a limit, of a day or of a college, is answered and logged with its reason, and is not stored', async () => {
    const [law, arts] = [await college('Limit Law'), await college('Limit Arts')];
    const { id, key } = await world.publisher('CAP', { daily_cap: 3, college_caps: [{ clg_id: law, daily_cap: 1 }] });
    const send = (phone: string, clg_id: number) => world.deliver(key, { name: 'Limited', phone, clg_id });
    expect((await send('9811100001', law)).code).toBe(200);
    expect((await send('9811100002', law)).body).toMatchObject({
      code: 429,
      message: 'This publisher has reached its daily lead limit for this college.',
    });
    expect([(await send('9811100003', arts)).code, (await send('9811100004', arts)).code]).toEqual([200, 200]);
    expect((await send('9811100005', arts)).body).toMatchObject({ code: 429 });
    expect(await results(id)).toEqual([
      ['accepted', null],
      ['refused', 'This publisher has reached its daily lead limit for this college.'],
      ['accepted', null],
      ['accepted', null],
      ['refused', 'This publisher has reached its daily lead limit.'],
    ]);
    expect((await world.log(id, '&state=refused')).map((row) => row['sent_phone'])).toEqual(['9811100005', '9811100002']);
    expect((await call(test, world.admin, 'GET', 'res/leads?q=9811100002')).body).toEqual([]);
  });

  it('a lead that somebody sent within the window is a duplicate and is not paid for; after it, the enquiry is', async () => {
    const first = await world.publisher('WIN', { dedupe_days: 30, cost_per_lead: 100 });
    const other = await world.publisher('OTH', { dedupe_days: 30, cost_per_lead: 70 });
    const lead = { name: 'Claimed Once', phone: '9811200001' };
    await world.deliver(first.key, lead);
    const again = await world.deliver(other.key, lead);
    expect(again.body).toMatchObject({ code: 200, data: { duplicate: true } });
    expect(again.body.message).toContain('sent before, within 30 days');
    expect(await results(other.id)).toEqual([['duplicate', 'This lead was sent before, within 30 days.']]);
    await age(test, 31);
    expect((await world.deliver(other.key, lead)).body).toMatchObject({ code: 200, data: { duplicate: true } });
    expect((await results(other.id)).map((one) => (one as string[])[0])).toEqual(['duplicate', 'accepted']);
    expect(await world.figures(first.id)).toMatchObject({ accepted: 1, duplicates: 0, payable: 100 });
    expect(await world.figures(other.id)).toMatchObject({ accepted: 1, duplicates: 1, payable: 70 });
    const [row] = (await call(test, world.admin, 'GET', 'res/leads?q=9811200001')).body as unknown as Row[];
    expect(row).toMatchObject({ re_enquiry_count: 2, publisher_id: first.id });
  });

  it('fields arrive under the publisher’s own names, and a value that is not allowed is refused at its field', async () => {
    const { id, key } = await world.publisher('MAP', {
      field_map: [
        { name: 'student', field: 'name' },
        { name: 'mobile', field: 'phone' },
      ],
      allowed_values: [{ field: 'city', value: 'Pune' }],
    });
    const good = await world.deliver(key, { student: 'Mapped Name', mobile: '9811300001', city: 'pune' });
    expect(good.code, good.text).toBe(200);
    const bad = await world.deliver(key, { student: 'Mapped Two', mobile: '9811300002', city: 'Goa' });
    expect(bad.body).toMatchObject({ code: 422, errors: [{ path: 'city' }] });
    expect(await results(id)).toEqual([
      ['accepted', null],
      ['invalid', "The value 'Goa' is not allowed for city"],
    ]);
    const [lead] = (await call(test, world.admin, 'GET', 'res/leads?q=9811300001')).body as unknown as Row[];
    expect(lead).toMatchObject({ name: 'Mapped Name', source: world.source });
    const twice = await call(test, world.admin, 'PATCH', `res/publishers/${id}`, {
      field_map: [
        { name: 'a', field: 'name' },
        { name: 'a', field: 'email' },
      ],
    });
    expect(twice.body).toMatchObject({ code: 422 });
  });

  it('a publisher that sends what only the team says is refused at the field', async () => {
    const { id, key } = await world.publisher('TEAM');
    for (const [field, value] of Object.entries({
      is_verified: 1,
      priority: 2,
      tags: ['VIP'],
      user_id: 'x',
      lead_type: 'walk_in',
    }))
      expect((await world.deliver(key, { name: 'Sneaky', phone: '9811310001', [field]: value })).body).toMatchObject({
        code: 422,
        errors: [{ path: field }],
      });
    expect(await world.figures(id)).toMatchObject({ accepted: 0, invalid: 5, verified_percent: 0 });
  });

  it('what is too long is refused and stands in the log; a repeated request with another body is no lead of the publisher', async () => {
    const { id, key } = await world.publisher('LONG');
    expect((await world.deliver(key, { name: 'Long', phone: '9'.repeat(40) })).body).toMatchObject({
      errors: [{ path: 'phone' }],
    });
    expect((await world.deliver(key, { name: 'x'.repeat(200), phone: '9811320001' })).body).toMatchObject({
      errors: [{ path: 'name' }],
    });
    const [longName, longPhone] = await world.log(id);
    expect(longPhone).toMatchObject({ state: 'invalid', sent_phone: '9'.repeat(20) });
    expect(longName).toMatchObject({ state: 'invalid', reason: 'Name can have up to 120 characters' });
    const send = (body: Row) => world.deliver(key, body, { 'idempotency-key': 'one-request' });
    expect((await send({ name: 'First', phone: '9811320002' })).code).toBe(200);
    expect((await send({ name: 'Second', phone: '9811320003' })).code).toBe(409);
    expect(await world.figures(id)).toMatchObject({ accepted: 1, duplicates: 0, invalid: 2 });
  });

  it('the duplicate window is also counted in hours', async () => {
    const mine = await world.publisher('HRS', { dedupe_days: 0, dedupe_hours: 6, cost_per_lead: 10 });
    const lead = { name: 'Meera Iyer', phone: '9811277701' };
    await world.deliver(mine.key, lead);
    const again = await world.deliver(mine.key, lead);
    expect(again.body.message).toContain('sent before, within 6 hours');
    await edit(test, test.fixture.tenants.northstar, `update lead_captures set created_at = created_at - interval '7 hours'`);
    expect((await world.deliver(mine.key, lead)).body.message ?? '').not.toContain('sent before');
    const none = await world.publisher('NONE', { dedupe_days: 0, cost_per_lead: 10 });
    expect((await world.deliver(none.key, lead)).body.message ?? '').not.toContain('sent before');
  });

  it('the duplicate window holds where the organisation keeps repeated enquiries apart, or refuses them', async () => {
    const other = await world.publisher('APT');
    const ways = [
      { rule: { keys: ['phone'], action: 'new' }, code: 200, says: 'It was added as another lead.' },
      {
        rule: { keys: ['phone'], action: 're_enquiry', window_days: 1 },
        code: 200,
        says: 'It was added as another lead.',
        old: true,
      },
      { rule: { keys: ['phone'], action: 'block' }, code: 409, says: 'already exists' },
    ];
    for (const [at, { rule, code, says, old }] of ways.entries()) {
      const mine = await world.publisher(`APT${at}`, { dedupe_days: 30, cost_per_lead: 10 });
      const lead = { name: 'Kept Apart', phone: `981133000${at}` };
      await edit(test, northstar(), `update tenant set duplicate_rule = '${JSON.stringify(rule)}'`);
      await world.deliver(other.key, lead);
      if (old)
        await edit(
          test,
          northstar(),
          `update leads set created_at = created_at - interval '2 days' where phone like '%${lead.phone}'`,
        );
      const again = await world.deliver(mine.key, lead);
      expect(again.code).toBe(code);
      expect(again.body.message).toContain(says);
      expect(await world.figures(mine.id)).toMatchObject({ accepted: 0, duplicates: 1, payable: 0 });
    }
    await edit(test, northstar(), `update tenant set duplicate_rule = null`);
  });

  it('a test lead says what would become of it and stores nothing but a line in the log', async () => {
    const { id } = await world.publisher('TST', { allowed_values: [{ field: 'city', value: 'Pune' }] });
    const test1 = (values: Row) => call(test, world.admin, 'POST', `publishers/${id}/test-lead`, { values });
    expect((await test1({ name: 'Only a test', phone: '9811400001', city: 'Pune' })).body).toMatchObject({
      code: 200,
      data: { state: 'accepted', lead: expect.arrayContaining([{ field: 'name', value: 'Only a test' }]) },
    });
    expect((await test1({ name: 'Only a test', phone: '12' })).body['data']).toMatchObject({ state: 'invalid' });
    expect((await test1({ name: 'Only a test', phone: '9811400002', city: 'Goa' })).body['data']).toMatchObject({
      state: 'invalid',
      reason: "The value 'Goa' is not allowed for city",
    });
    expect((await call(test, world.admin, 'GET', 'res/leads?q=9811400001')).body).toEqual([]);
    expect((await world.log(id)).map(({ state }) => state)).toEqual(['test', 'test', 'test']);
    expect(await world.figures(id)).toMatchObject({ leads_today: 0, accepted: 0 });
  });

  it('each figure is the number of rows that its list has, imported leads included', async () => {
    const { id, key } = await world.publisher('FIG', { cost_per_lead: 250, pricing: 'per_enrolment' });
    for (const phone of ['9811500001', '9811500002', '9811500003', '9811500004'])
      await world.deliver(key, { name: 'Figure', phone });
    await world.deliver(key, { name: 'Figure', phone: '9811500001' });
    await world.deliver(key, { name: 'Figure', phone: '1' });
    await world.add('leads', { name: 'By hand', phone: '9811500009', publisher_id: id });
    const stage = async (stage_name: string, outcome: string): Promise<string> =>
      String((await world.add('lead-stages', { stage_name, outcome, sort_order: 900 }))['id']);
    const [enrolled, invalid] = [await stage('Figures enrolled', 'enrolled'), await stage('Figures invalid', 'invalid')];
    const set = (phone: string, what: string): Promise<number> =>
      edit(test, northstar(), `update leads set ${what} where phone like '%${phone}'`);
    await set('9811500001', `stage_id = '${enrolled}', is_verified = 1, connected_count = 2`);
    await set('9811500002', 'is_verified = 1');
    await set('9811500003', `stage_id = '${invalid}'`);
    const figures = await world.figures(id);
    expect(figures).toMatchObject({
      leads_today: 7,
      leads_month: 7,
      accepted: 4,
      duplicates: 1,
      invalid: 2,
      verified_percent: 50,
      connected_percent: 25,
      enrolled: 1,
      payable: 250,
    });
    const counts = async (query: string): Promise<number> => (await world.log(id, query)).length;
    expect({
      accepted: await counts('&state=accepted'),
      duplicates: await counts('&state=duplicate'),
      invalid: await counts('&state=invalid'),
      refused: await counts('&state=refused'),
      enrolled: await counts('&state=accepted&is_enrolled=true'),
      applied: await counts('&state=accepted&has_applied=true'),
    }).toEqual({
      accepted: figures['accepted'],
      duplicates: figures['duplicates'],
      invalid: figures['invalid'],
      refused: figures['refused'],
      enrolled: figures['enrolled'],
      applied: figures['applied'],
    });
    const listed = (await call(test, world.admin, 'GET', 'res/publishers?q=FIG')).body as unknown as Row[];
    expect(listed[0]).toMatchObject({ accepted: 4, payable: 250 });
  });

  it('who holds no code of publishers finds names to choose from, and no figure and no log', async () => {
    const counsellor = await signIn(test, 'counsellor@northstar.example');
    const [row] = (await call(test, counsellor, 'GET', 'res/publishers?q=FIG')).body as unknown as Row[];
    expect(row).toMatchObject({ code: 'FIG' });
    expect(row).not.toHaveProperty('accepted');
    expect((await call(test, counsellor, 'GET', 'res/publisher-leads')).code).toBe(403);
  });
});
