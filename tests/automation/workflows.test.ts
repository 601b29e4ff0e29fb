import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { edit } from '../support/app';
import { goa, kerala } from './automation-world';
import { type Row, named, setUp, startWorld, stopWorld, world } from './rule-engine-world';

beforeAll(startWorld);
afterAll(stopWorld);
beforeEach(setUp);

describe('workflows and dialer lists', () => {
  const steps = [
    { id: 'tag', type: 'create_followup', params: { in_minutes: 5 }, next: 'ask' },
    { id: 'ask', type: 'if', params: { rule: goa, otherwise: 'end' }, next: 'sms' },
    { id: 'sms', type: 'send_sms', params: { body: 'From the workflow' }, next: 'rest' },
    { id: 'rest', type: 'wait', params: { minutes: 60 }, next: 'end' },
    { id: 'end', type: 'end' },
  ];
  it('RULEENGINE-009 a workflow rule enters leads; each goes through the steps, waits, and reaches the end', async () => {
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
    }); // does not enter a second time
    const other = await world.lead({ state: 'Kerala' });
    expect(await world.ask('POST', 'rule-engine/workflow/allocate', { lead_ids: [other], rule_id: _id })).toMatchObject({
      data: { assigned: 0 },
    });
  });

  it('RULEENGINE-009 a lead that no longer matches leaves the workflow if the rule says so', async () => {
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

  it('DIALER-114 queues a lead in every list of every matching rule with the highest priority, and removes it again', async () => {
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
    expect(await waiting()).toHaveLength(0); // no rule matches: nothing is queued
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
