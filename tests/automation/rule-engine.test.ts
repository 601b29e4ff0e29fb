import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, edit } from '../support/app';
import { automationWorld, goa, kerala, type World } from './automation-world';

type Row = Record<string, unknown>;
let world: World;
beforeAll(async () => {
  world = await automationWorld();
});
afterAll(() => world.test.close());
beforeEach(async () => {
  for (const table of ['rules', 'counsellor_rules', 'workflow_rules', 'assignment_rules', 'dialer_rules'])
    await edit(world.test, world.tenant, `update "${table}" set "status" = 0`);
});

const owner = async (id: string): Promise<unknown> =>
  (await world.rows(`select "user_id" from "leads" where "id" = '${id}'`))[0]!['user_id'];
const reasons = async (id: string): Promise<unknown[]> =>
  (await world.rows(`select "reason" from "lead_owner_history" where "lead_id" = '${id}' order by "created_at", "id"`)).map(
    (row) => row['reason'],
  );
const tag = (name: string): Row => ({ type: 'add_tag', params: { tag: name } });
let n = 0;
const named = (what: string): string => `${what} ${++n}`;

describe('the three families of rule-engine/*', () => {
  const families = [
    { variant: '', draft: () => ({ trigger: 'lead_created', actions: [tag('x')] }), id: 'RULEENGINE-001' },
    { variant: 'counsellor/', draft: () => ({ method: 'round_robin', user_ids: world.people }), id: 'RULEENGINE-008' },
    { variant: 'workflow/', draft: async () => ({ workflow_ids: [await workflow()] }), id: 'RULEENGINE-009' },
  ] as const;
  const workflow = async (): Promise<string> =>
    String(
      (
        await world.post('res/workflows', {
          name: named('Flow'),
          entry_trigger: 'manual',
          status: 1,
          steps: [{ id: 'a', type: 'end' }],
        })
      )['id'],
    );

  it.each(families)(
    '$id RULEENGINE-002 RULEENGINE-003 RULEENGINE-004 RULEENGINE-007 RULEENGINE-013 rule-engine/$variant creates, lists, reads, changes, copies, switches and deletes',
    async ({ variant, draft }) => {
      const at = `rule-engine/${variant}`;
      const name = named('Rule');
      const { _id } = await world.post(`${at}create`, { name, rule: goa, ...(await draft()) });
      expect(_id).toMatch(/^\w{26}$/);
      const one = async (id: unknown): Promise<Row> => (await world.ask('GET', `${at}get/${id}`))['data'] as Row;
      expect(await one(_id)).toMatchObject({ _id, id: _id, name, status: 0, globleCondtion: 'And', rule: goa, runs_30_days: 0 });
      const listed = await world.ask('GET', `${at}list?search=${encodeURIComponent(name)}`);
      expect(listed).toMatchObject({ code: 200, count: 1, data: [{ _id, name, runs_today: 0, last_run_at: null }] });

      expect(await world.ask('PUT', `${at}update/${_id}`, { priority: 7 })).toMatchObject({ code: 200 });
      expect(await world.ask('PUT', `${at}status/${_id}`, { status: 1 })).toMatchObject({ code: 200 });
      expect(await one(_id)).toMatchObject({ priority: 7, status: 1, name });
      expect((await world.ask('GET', `${at}list?status=1&search=${encodeURIComponent(name)}`))['count']).toBe(1);
      expect((await world.ask('GET', `${at}list?status=0&search=${encodeURIComponent(name)}`))['count']).toBe(0);

      const copy = await world.post(`${at}duplicate/${_id}`, {});
      expect(copy['_id']).not.toBe(_id);
      expect(await one(copy['_id'])).toMatchObject({ name: `${name} (copy)`, status: 0, priority: 7, rule: goa });

      expect(await world.ask('DELETE', `${at}delete/${_id}`)).toMatchObject({ code: 200 });
      expect(await world.ask('GET', `${at}get/${_id}`)).toMatchObject({ code: 404 });
      expect(await one(copy['_id'])).toMatchObject({ name: `${name} (copy)` });
    },
  );

  it.each(families)('rule-engine/$variant refuses conditions that nobody can evaluate', async ({ variant, draft }) => {
    const rule = [{ condition: 'And', rules: [{ columnName: 'password', operator: 'in', value: 'x' }] }];
    const answer = await call(world.test, world.admin, 'POST', `rule-engine/${variant}create`, {
      name: named('Bad'),
      rule,
      ...(await draft()),
    });
    expect(answer.body).toMatchObject({ code: 422, errors: [{ path: 'rule.0.rules.0.columnName' }] });
  });
});

describe('rules on lead events', () => {
  it('RULEENGINE-005 RULEENGINE-006 RULEENGINE-014 a rule runs on the leads it means, once each, and says so', async () => {
    const { _id } = await world.post('rule-engine/create', {
      name: named('Tag Goa'),
      trigger: 'lead_created',
      rule: goa,
      actions: [tag('goa')],
      status: 1,
    });
    const met = await world.lead({ state: 'Goa', name: 'Meera Nair' });
    const unmet = await world.lead({ state: 'Kerala' });
    expect((await world.rows(`select "tags" from "leads" where "id" = '${met}'`))[0]!['tags']).toBeNull(); // queued, not in the call
    await world.done();
    const tags = await world.rows(`select "id", "tags" from "leads" where "id" in ('${met}', '${unmet}') order by "id"`);
    expect(tags.map((row) => row['tags'])).toEqual([['goa'], null]);

    const analytics = (await world.ask('GET', `rule-engine/analytics/${_id}`))['data'] as Row;
    expect(analytics).toMatchObject({ matched: 1, executed: 1, failed: 0, by_day: [{ matched: 1, executed: 1 }] });
    expect((analytics['by_day'] as Row[])[0]!['date']).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(await world.ask('GET', `rule-engine/analytics/${_id}?from=2020-01-01&to=2020-01-02`)).toMatchObject({
      data: { matched: 0, by_day: [] },
    });
    expect(await world.ask('GET', `rule-engine/history/${_id}`)).toMatchObject({
      count: 1,
      data: [
        {
          lead_id: met,
          lead_name: 'Meera Nair',
          trigger: 'lead_created',
          actions: [{ type: 'add_tag', result: 'done' }],
          result: 'executed',
        },
      ],
    });
    const listed = await world.ask('GET', `rule-engine/list?search=Tag%20Goa`);
    expect(listed['data']).toMatchObject([{ runs_today: 1, runs_30_days: 1, last_run_at: expect.stringMatching(/Z$/) }]);
  });

  it('D-136 a rule asks custom fields, of one value and of several, and meets the leads that hold it', async () => {
    for (const body of [
      { entity: 'lead', label: 'Hostel wanted', type: 'select', options: ['Single', 'Shared'] },
      { entity: 'lead', label: 'Interests', type: 'multiselect', options: ['Law', 'Design', 'Music'] },
    ])
      await world.post('create/custome-field', body);
    const asks = (columnName: string, operator: 'in' | 'NOT IN', value: unknown) => ({ columnName, operator, value });
    const rule = [
      {
        condition: 'And',
        rules: [asks('custom.hostel_wanted', 'in', ['Shared']), asks('custom.interests', 'NOT IN', 'Music')],
      },
    ];
    await world.post('rule-engine/create', {
      name: named('Hostel'),
      rule,
      trigger: 'lead_created',
      actions: [tag('hostel')],
      status: 1,
    });
    const met = await world.lead({ custom: { hostel_wanted: 'Shared', interests: ['Law', 'Design'] } });
    const other = await world.lead({ custom: { hostel_wanted: 'Single' } });
    const musical = await world.lead({ custom: { hostel_wanted: 'Shared', interests: ['Law', 'Music'] } });
    const none = await world.lead();
    await world.done();
    const tags = async (id: string): Promise<unknown> =>
      (await world.rows(`select "tags" from "leads" where "id" = '${id}'`))[0]!['tags'];
    expect([await tags(met), await tags(other), await tags(musical), await tags(none)]).toEqual([['hostel'], null, null, null]);
    expect(await world.post('rule-engine/counts', { rule })).toMatchObject({ count: 1 });
  });

  it('a rule that is switched off, and one of another event, does nothing', async () => {
    await world.post('rule-engine/create', { name: named('Off'), trigger: 'lead_created', rule: goa, actions: [tag('off')] });
    await world.post('rule-engine/create', {
      name: named('Other'),
      trigger: 'stage_changed',
      rule: goa,
      actions: [tag('other')],
      status: 1,
    });
    const id = await world.lead({ state: 'Goa' });
    await world.done();
    expect((await world.rows(`select "tags" from "leads" where "id" = '${id}'`))[0]!['tags']).toBeNull();
  });

  it('runs on changes and on stages, once per lead unless it may repeat', async () => {
    const make = (trigger: string, name: string, once: boolean) =>
      world.post('rule-engine/create', {
        name: named(name),
        trigger,
        rule: goa,
        actions: [{ type: 'create_followup', params: { in_minutes: 60, note: name } }],
        run_once_per_lead: once,
        status: 1,
      });
    await make('lead_updated', 'once', true);
    await make('lead_updated', 'again', false);
    await make('stage_changed', 'stage', true);
    const id = await world.lead({ state: 'Goa' });
    await world.ask('PATCH', `res/leads/${id}`, { priority: 1 });
    await world.done();
    await world.ask('PATCH', `res/leads/${id}`, { priority: 2 });
    await world.done();
    expect(await world.ask('POST', 'callGenerate', { lead_id: id, callObj: { stage_id: world.stages.fresh } })).toMatchObject({
      code: 200,
    });
    await world.done();
    const notes = await world.rows(`select "note" from "follow_ups" where "lead_id" = '${id}' order by "created_at", "note"`);
    expect(notes.map((row) => row['note']).sort()).toEqual(['again', 'again', 'once', 'stage']);
  });

  it('does what each action says, leaves out what cannot be done, and names it', async () => {
    const template = await world.post('res/sms-templates', { name: named('Hello'), body: 'Dear {{name}}' }).catch(() => null);
    const { _id } = await world.post('rule-engine/create', {
      name: named('Everything'),
      trigger: 'lead_created',
      rule: goa,
      status: 1,
      actions: [
        { type: 'assign', params: { user_id: world.people[1] } },
        { type: 'change_stage', params: { stage_id: world.stages.hot } },
        { type: 'send_sms', params: { body: 'Dear {{name}}, welcome' } },
        { type: 'send_email', params: { body: 'x' } },
        { type: 'notify_user', params: { message: 'Look here' } },
        { type: 'change_stage', params: { stage_id: 'nope' } },
      ],
    });
    expect(template === null || typeof template === 'object').toBe(true);
    const id = await world.lead({ state: 'Goa', name: 'Rohan', phone: '9812345678' });
    await world.done();
    const [lead] = await world.rows(
      `select "user_id", "stage_id", "last_callaction_btn_message" from "leads" where "id" = '${id}'`,
    );
    expect(lead).toEqual({ user_id: world.people[1], stage_id: world.stages.hot, last_callaction_btn_message: 'Hot' });
    expect(await reasons(id)).toEqual(['rule_engine']);
    expect(
      (await world.rows(`select "origin" from "call_actions" where "lead_id" = '${id}'`)).map((row) => row['origin']),
    ).toEqual(['rule']);
    expect(
      (await world.rows(`select "body" from "outbox_messages" where "to" = '+919812345678'`)).map((row) => row['body']),
    ).toEqual(['Dear Rohan, welcome']);
    expect(
      (
        await world.rows(
          `select 1 from "notifications" where "user_id" = '${world.people[1]}' and "notifications"->>'message' = 'Look here'`,
        )
      ).length,
    ).toBe(1);
    const runs = await world.ask('GET', `rule-engine/history/${_id}`);
    expect(runs['data']).toMatchObject([
      {
        result: 'failed',
        actions: [
          { result: 'done' },
          { result: 'done' },
          { result: 'done' },
          { result: 'skipped' },
          { result: 'done' },
          { result: 'failed' },
        ],
      },
    ]);
  });

  it('writes to nobody who does not want it, or when the organisation switched it off', async () => {
    await world.post('rule-engine/create', {
      name: named('SMS'),
      trigger: 'lead_created',
      rule: goa,
      actions: [{ type: 'send_sms', params: { body: 'quiet' } }],
      status: 1,
    });
    await world.lead({ state: 'Goa', do_not_disturb: true });
    await world.lead({ state: 'Goa', consent: { sms: false } });
    await world.done();
    await edit(world.test, world.tenant, `update "tenant" set "is_allow_automation_trigger" = 0`);
    await world.lead({ state: 'Goa' });
    await world.done();
    await edit(world.test, world.tenant, `update "tenant" set "is_allow_automation_trigger" = 1`);
    expect(await world.rows(`select 1 from "outbox_messages" where "body" = 'quiet'`)).toEqual([]);
    await world.lead({ state: 'Goa' });
    await world.done();
    expect((await world.rows(`select 1 from "outbox_messages" where "body" = 'quiet'`)).length).toBe(1);
  });

  it('waits as long as the rule says, and leaves out a rule that was switched off meanwhile', async () => {
    const { _id } = await world.post('rule-engine/create', {
      name: named('Later'),
      trigger: 'lead_created',
      rule: goa,
      actions: [tag('later')],
      delay_min: 30,
      status: 1,
    });
    const id = await world.lead({ state: 'Goa' });
    await world.done();
    const [waiting] = await world.rows(`select "run_at" from "jobs" where "kind" = 'rule-later' and "state" = 'queued'`);
    expect(Math.round((Date.parse(String(waiting!['run_at'])) - Date.now()) / 60_000)).toBe(30);
    await edit(world.test, world.tenant, `update "jobs" set "run_at" = null where "kind" = 'rule-later'`);
    await world.done();
    expect((await world.rows(`select "tags" from "leads" where "id" = '${id}'`))[0]!['tags']).toEqual(['later']);
    const second = await world.lead({ state: 'Goa' });
    await world.done();
    await world.ask('PUT', `rule-engine/status/${_id}`, { status: 0 });
    await edit(world.test, world.tenant, `update "jobs" set "run_at" = null where "kind" = 'rule-later' and "state" = 'queued'`);
    await world.done();
    expect((await world.rows(`select "tags" from "leads" where "id" = '${second}'`))[0]!['tags']).toBeNull();
  });

  it('keeps rules of one tenant from the leads of another', async () => {
    await world.post('rule-engine/create', {
      name: named('Mine'),
      trigger: 'lead_created',
      rule: goa,
      actions: [tag('mine')],
      status: 1,
    });
    const theirs = world.test.fixture.tenants.lakeview;
    const { signIn } = await import('../support/app');
    const foreign = await signIn(world.test, 'admin@lakeview.example');
    const made = await call(world.test, foreign, 'POST', 'res/leads', { name: 'Theirs', phone: '9700000001', state: 'Goa' });
    await world.done();
    expect(
      (
        await world.rows(`select "tags" from "leads" where "id" = '${String(made.body['id'])}' and "tenant_id" = '${theirs}'`)
      )[0]!['tags'],
    ).toBeNull();
  });
});

describe('who gets a new lead', () => {
  const allocator = (extra: Row): Promise<Row> =>
    world.post('rule-engine/counsellor/create', {
      name: named('Allocation'),
      rule: goa,
      method: 'round_robin',
      user_ids: world.people,
      status: 1,
      ...extra,
    });
  const assignment = (extra: Row): Promise<Row> =>
    world.post('add/assignment/rule', {
      name: named('Assignment'),
      rule: goa,
      method: 'round_robin',
      user_ids: [world.people[2]],
      ...extra,
    });
  const fresh = async (): Promise<{ id: string; owner: unknown }> => {
    const id = await world.lead({ state: 'Goa' });
    await world.done();
    return { id, owner: await owner(id) };
  };

  it('D-139 asks the rule engine first, then counsellor allocation, then the assignment rules', async () => {
    await assignment({});
    const third = await fresh();
    expect([third.owner, await reasons(third.id)]).toEqual([world.people[2], ['assignment_rule']]);
    await allocator({ method: 'fixed', user_ids: [world.people[1]] });
    const second = await fresh();
    expect([second.owner, await reasons(second.id)]).toEqual([world.people[1], ['allocation']]);
    await world.post('rule-engine/create', {
      name: named('Assign'),
      trigger: 'lead_created',
      rule: goa,
      actions: [{ type: 'assign', params: { user_id: world.people[0] } }],
      status: 1,
    });
    const first = await fresh();
    expect([first.owner, await reasons(first.id)]).toEqual([world.people[0], ['rule_engine']]);
  });

  it('D-139 leaves a lead alone that has an owner, and one that no rule means', async () => {
    await allocator({});
    const owned = await world.lead({ state: 'Goa', user_id: world.people[2] });
    const other = await world.lead({ state: 'Kerala' });
    await world.done();
    expect([await owner(owned), await owner(other)]).toEqual([world.people[2], null]);
  });

  it('RULEENGINE-010 in turn: six leads make two rounds', async () => {
    await allocator({});
    const owners = [];
    for (let i = 0; i < 6; i++) owners.push((await fresh()).owner);
    expect(owners).toEqual([...world.people, ...world.people]);
  });

  it('RULEENGINE-010 skips who is on a break, inactive, not taking leads, or full for today', async () => {
    const [a, b, c] = world.people;
    const set = (id: string | undefined, what: string) =>
      edit(world.test, world.tenant, `update "users" set ${what} where "id" = '${id}'`);
    await allocator({ daily_cap: 1 });
    await set(a, `"user_status" = 1`);
    await set(b, `"status" = 0`);
    expect((await fresh()).owner).toBe(c);
    expect((await fresh()).owner).toBeNull(); // c has had the one of today
    await set(a, `"user_status" = 0, "accepts_leads" = false`);
    await set(b, `"status" = 1, "daily_lead_cap" = 1`);
    await edit(world.test, world.tenant, `update "lead_owner_history" set "created_at" = "created_at" - interval '2 days'`);
    expect((await fresh()).owner).toBe(b);
    await set(a, `"accepts_leads" = true`);
    await set(b, `"daily_lead_cap" = null`);
  });

  it('RULEENGINE-010 fewest open leads, and by percentage', async () => {
    const [a, b, c] = world.people;
    const { _id } = await allocator({ method: 'least_loaded', user_ids: [a, b] });
    await edit(world.test, world.tenant, `update "leads" set "user_id" = '${a}' where "user_id" = '${b}'`);
    expect((await fresh()).owner).toBe(b);
    await world.ask('PUT', `rule-engine/counsellor/status/${_id}`, { status: 0 });
    await allocator({
      method: 'percentage',
      percentages: [
        { user_id: a, percent: 50 },
        { user_id: b, percent: 30 },
        { user_id: c, percent: 20 },
      ],
    });
    const owners: unknown[] = [];
    for (let i = 0; i < 10; i++) owners.push((await fresh()).owner);
    expect([a, b, c].map((id) => owners.filter((one) => one === id).length)).toEqual([5, 3, 2]);
  });

  it.each([
    ['percentages that make 90', { method: 'percentage', percentages: [90] }, 'percentages'],
    ['two people for one', { method: 'fixed' }, 'user_ids'],
  ])('refuses %s', async (_, extra: Row, path) => {
    const percentages = (extra['percentages'] as number[] | undefined)?.map((percent, i) => ({
      user_id: world.people[i],
      percent,
    }));
    const body = { name: named('Wrong'), rule: goa, user_ids: world.people, ...extra, ...(percentages ? { percentages } : {}) };
    for (const at of ['rule-engine/counsellor/create', 'add/assignment/rule'])
      expect((await call(world.test, world.admin, 'POST', at, body)).body).toMatchObject({ code: 422, errors: [{ path }] });
  });

  it('RULEENGINE-010 allocate gives chosen leads by the named rule or the first that means them', async () => {
    const { _id } = await world.post('rule-engine/counsellor/create', {
      name: named('By hand'),
      rule: kerala,
      method: 'fixed',
      user_ids: [world.people[0]],
    });
    const ids = [await world.lead({ state: 'Kerala' }), await world.lead({ state: 'Goa' })];
    const allocate = (body: Row) => world.ask('POST', 'rule-engine/counsellor/allocate', { lead_ids: ids, ...body });
    expect(await allocate({})).toMatchObject({ code: 200, data: { assigned: 0, skipped: 2 } }); // no active rule
    expect(await allocate({ rule_id: _id })).toMatchObject({ data: { assigned: 1, skipped: 1 } });
    expect([await owner(ids[0]!), await owner(ids[1]!)]).toEqual([world.people[0], null]);
    await allocator({ method: 'fixed', user_ids: [world.people[1]] });
    expect(await allocate({})).toMatchObject({ data: { assigned: 1, skipped: 1 } });
    expect(await owner(ids[1]!)).toBe(world.people[1]);
    expect(await world.ask('GET', `rule-engine/counsellor/history/${_id}`)).toMatchObject({
      count: 1,
      data: [{ lead_id: ids[0], trigger: 'allocate' }],
    });
    expect(await allocate({ lead_ids: ['nope'] })).toMatchObject({ code: 404 });
    expect(await allocate({ rule_id: 'nope' })).toMatchObject({ code: 404 });
  });

  it('SETTINGS-ASSIGN-001 SETTINGS-ASSIGN-002 SETTINGS-ASSIGN-003 SETTINGS-ASSIGN-004 SETTINGS-ASSIGN-005 assignment rules by their own calls', async () => {
    const name = named('Settings');
    const { id } = await world.post('add/assignment/rule', { name, rule: kerala, method: 'fixed', user_ids: [world.people[0]] });
    expect(await world.ask('GET', `get/rule/${id}`)).toMatchObject({ code: 200, data: { id, name, status: 1, method: 'fixed' } });
    const list = await world.ask('GET', 'get/all/rules?limit=100');
    expect((list['data'] as Row[]).map((row) => row['id'])).toContain(id);
    expect(list['count']).toBe((list['data'] as Row[]).length);
    expect(await world.ask('POST', `update/assignment/rule/${id}`, { priority: 3, status: 0 })).toMatchObject({ code: 200 });
    expect(await world.ask('GET', `get/rule/${id}`)).toMatchObject({ data: { name, priority: 3, status: 0 } });
    expect(await world.ask('DELETE', `delete/rule/${id}`)).toMatchObject({ code: 200 });
    expect(await world.ask('GET', `get/rule/${id}`)).toMatchObject({ code: 404 });
  });
});

describe('workflows and dialer lists', () => {
  const steps = [
    { id: 'tag', type: 'create_followup', params: { in_minutes: 5 }, next: 'ask' },
    { id: 'ask', type: 'if', params: { rule: goa, otherwise: 'end' }, next: 'sms' },
    { id: 'sms', type: 'send_sms', params: { body: 'From the workflow' }, next: 'rest' },
    { id: 'rest', type: 'wait', params: { minutes: 60 }, next: 'end' },
    { id: 'end', type: 'end' },
  ];
  it('RULEENGINE-009 a workflow rule takes leads in; each goes through the steps, waits, and comes to its end', async () => {
    const { id } = await world.post('res/workflows', { name: named('Welcome'), entry_trigger: 'manual', status: 1, steps });
    const { _id } = await world.post('rule-engine/workflow/create', {
      name: named('Take in'),
      rule: goa,
      workflow_ids: [id],
      status: 1,
    });
    const lead = await world.lead({ state: 'Goa' });
    await world.done();
    const entries = () => world.rows(`select "state", "step", "rule_id" from "workflow_entries" where "lead_id" = '${lead}'`);
    expect(await entries()).toEqual([{ state: 'active', step: 'end', rule_id: _id }]);
    expect((await world.rows(`select 1 from "outbox_messages" where "body" = 'From the workflow'`)).length).toBe(1);
    expect(await world.ask('GET', `res/workflows/${id}`)).toMatchObject({ stats: { entered: 1, active: 1, completed: 0 } });
    await edit(
      world.test,
      world.tenant,
      `update "jobs" set "run_at" = null where "kind" = 'workflow-step' and "state" = 'queued'`,
    );
    await world.done();
    expect(await entries()).toEqual([{ state: 'completed', step: 'end', rule_id: _id }]);
    expect(await world.ask('POST', 'rule-engine/workflow/allocate', { lead_ids: [lead] })).toMatchObject({
      data: { assigned: 0, skipped: 1 },
    }); // no second time
    const other = await world.lead({ state: 'Kerala' });
    expect(await world.ask('POST', 'rule-engine/workflow/allocate', { lead_ids: [other], rule_id: _id })).toMatchObject({
      data: { assigned: 0 },
    });
  });

  it('RULEENGINE-009 a lead that no longer matches leaves where the rule says so', async () => {
    const { id } = await world.post('res/workflows', {
      name: named('Long'),
      entry_trigger: 'manual',
      status: 1,
      steps: [
        { id: 'w', type: 'wait', params: { minutes: 600 } },
        { id: 'end', type: 'end' },
      ],
    });
    await world.post('rule-engine/workflow/create', {
      name: named('Stop'),
      rule: goa,
      workflow_ids: [id],
      on_exit: 'stop',
      status: 1,
    });
    const lead = await world.lead({ state: 'Goa' });
    await world.done();
    await world.ask('PATCH', `res/leads/${lead}`, { state: 'Kerala' });
    await world.done();
    expect(await world.rows(`select "state" from "workflow_entries" where "lead_id" = '${lead}'`)).toEqual([
      { state: 'stopped' },
    ]);
  });

  it('DIALER-114 queues a lead in every list of every matching rule with the highest priority, and takes it out again', async () => {
    const list = async (value: string): Promise<string> =>
      String((await world.post('res/dialer-lists', { value: named(value), user_ids: [world.people[0]] }))['key']);
    const [one, two, three] = [await list('One'), await list('Two'), await list('Three')];
    const make = (rule: unknown, listIds: string[], priority: number, triggerType = 'create') =>
      world.post('dialer/config', { name: named('Dial'), triggerType, rule, listIds, priority });
    await make(goa, [one, two], 1);
    const high = await make(goa, [two], 2);
    await make(kerala, [three], 0, 'update');
    const waiting = async () => world.rows(`select 1 from "jobs" where "kind" = 'lead-event' and "state" = 'queued'`);
    await world.lead({ state: 'Assam' });
    expect(await waiting()).toHaveLength(0); // no rule means it: nothing is queued
    const lead = await world.lead({ state: 'Goa' });
    expect(await waiting()).toHaveLength(1);
    await world.done();
    const queued = async () =>
      world.rows(
        `select "list_key", "priority", "state" from "dialer_list_leads" where "lead_id" = '${lead}' order by "priority"`,
      );
    expect(await queued()).toEqual([
      { list_key: one, priority: 1, state: 'queued' },
      { list_key: two, priority: 2, state: 'queued' },
    ]);
    await world.post('res/dialer-list-leads', { list_key: three, lead_id: lead }).catch(() => undefined);
    await world.ask('PATCH', `res/leads/${lead}`, { state: 'Punjab' });
    await world.done();
    expect(await queued()).toEqual([{ list_key: three, priority: 0, state: 'queued' }]); // a person put it there
    const listed = await world.ask('GET', 'dialer/config?page_number=1&limit=10&clgId=');
    const row = ((listed['data'] as Row)['data'] as Row[]).find((found) => found['id'] === high['id']);
    expect(row).toMatchObject({
      priority: 2,
      listIds: [two],
      userIds: [world.people[0]],
      userNames: ['Anita'],
      createdByName: expect.stringContaining('Admin'),
    });
    expect((await world.ask('GET', 'dialer/lead/list'))['data']).toEqual(
      expect.arrayContaining([{ key: one, value: expect.stringContaining('One') }]),
    );
  });
});
