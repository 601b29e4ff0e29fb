import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, edit } from '../support/app';
import { goa } from './automation-world';
import { type Row, named, reasons, setUp, startWorld, stopWorld, tag, world } from './rule-engine-world';

beforeAll(startWorld);
afterAll(stopWorld);
beforeEach(setUp);

describe('rules on lead events', () => {
  it('RULEENGINE-005 RULEENGINE-006 RULEENGINE-014 a rule runs once on each lead it matches, and logs the run', async () => {
    const { _id } = await world.post('rule-engine/create', {
      name: named('Tag Goa'),
      trigger: 'lead_created',
      rule: goa,
      actions: [tag('goa')],
      status: 1,
    });
    const met = await world.lead({ state: 'Goa', name: 'Meera Nair' });
    const unmet = await world.lead({ state: 'Kerala' });
    expect((await world.rows(`select "tags" from "leads" where "id" = '${met}'`))[0]!['tags']).toBeNull(); // queued, not run within the call
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

  it('a rule leaves a lead with 200 tags as it is, and says why', async () => {
    const full = Array.from({ length: 200 }, (_, at) => `tag ${at}`);
    const { _id } = await world.post('rule-engine/create', {
      name: named('One more'),
      trigger: 'lead_created',
      rule: goa,
      actions: [tag('one more')],
      status: 1,
    });
    const id = await world.lead({ state: 'Goa', tags: full });
    await world.done();
    expect((await world.rows(`select "tags" from "leads" where "id" = '${id}'`))[0]!['tags']).toEqual(full);
    const history = JSON.stringify(await world.ask('GET', `rule-engine/history/${_id}`));
    expect(history).toContain('The lead has 200 tags, the maximum.');
  });

  it('D-136 a rule on custom fields, with one value or several, matches the leads that have the value', async () => {
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

  it('a rule that is switched off or waits for another event does nothing', async () => {
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

  it('runs on updates and on stage changes, once per lead unless it may repeat', async () => {
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

  it('runs each action, skips what cannot be done, and names it', async () => {
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

  it('messages no lead who opted out, and nobody when the organisation switched messages off', async () => {
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

  it('waits as long as the rule says, and does not run a rule that was switched off meanwhile', async () => {
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

  it('does not run a tenant’s rules on the leads of another', async () => {
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
