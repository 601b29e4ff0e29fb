import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edit } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { automationWorld, goa, type World } from './automation-world';

const reason = 'The stage change was saved with automation messages turned off.';

describe.each(await reachableDatabases())('Allow Automation Communication, $name', ({ fresh }) => {
  let world: World;
  beforeAll(async () => {
    world = await automationWorld(await fresh());
    const send = (body: string) => ({ type: 'send_sms', params: { body } });
    const rule = (name: string, more: object) =>
      world.post('rule-engine/create', { name, trigger: 'stage_changed', rule: goa, status: 1, ...more });
    await rule('At once', {
      actions: [send('Rule now'), { type: 'notify_user', params: { user_id: world.people[0], message: 'Look' } }],
    });
    await rule('In an hour', { delay_min: 60, actions: [send('Rule later')] });
    await world.post('res/workflows', {
      name: 'After the stage',
      entry_trigger: 'stage_changed',
      re_entry: true,
      status: 1,
      steps: [
        { id: 'wait', type: 'wait', params: { minutes: 60 } },
        { id: 'sms', type: 'send_sms', params: { body: 'Workflow later' } },
        { id: 'call', type: 'create_followup', params: { in_minutes: 5, note: 'walked' } },
      ],
    });
  });
  afterAll(() => world.test.close());

  /** Changes a lead's stage with this body, then runs everything that follows, now and in an hour. */
  async function changed(allowAutomation: boolean | undefined): Promise<{ id: string; sent: unknown[]; to: string }> {
    const phone = `98${String(10_000_000 + ++n)}`;
    const id = await world.lead({ phone, state: 'Goa' });
    await world.done();
    const saved = await world.ask('POST', 'callGenerate', {
      lead_id: id,
      callObj: { stage_id: world.stages.hot },
      ...(allowAutomation === undefined ? {} : { allowAutomation }),
    });
    expect(saved).toMatchObject({ code: 200 });
    await world.done();
    await edit(
      world.test,
      world.tenant,
      `update "jobs" set "run_at" = null where "state" = 'queued' and "kind" in ('rule-later', 'workflow-step')`,
    );
    await world.done();
    const sent = await world.rows(`select "body" from "outbox_messages" where "to" = '+91${phone}' order by "body"`);
    return { id, sent: sent.map((row) => row['body']), to: phone };
  }
  let n = 0;
  const entryOf = async (id: string) =>
    (await world.rows(`select "state", "message" from "workflow_entries" where "lead_id" = '${id}'`))[0];
  const actionsOf = async (id: string) =>
    (await world.rows(`select "actions" from "rule_runs" where "lead_id" = '${id}' order by "id"`)).flatMap(
      (row) => row['actions'] as { type: string; result: string; message?: string }[],
    );

  it('D-064 when it is on, rules and workflows of the stage change message the lead, also later', async () => {
    const { id, sent } = await changed(true);
    expect(sent).toEqual(['Rule later', 'Rule now', 'Workflow later']);
    expect(await entryOf(id)).toEqual({ state: 'completed', message: null });
  });

  it.each([false, undefined])(
    'D-064 with %s nothing is sent to the lead, now or later, and its history says why',
    async (sent) => {
      const told = (await world.rows(`select 1 from "notifications" where "user_id" = '${world.people[0]}'`)).length;
      const one = await changed(sent);
      expect(one.sent).toEqual([]);
      expect(await entryOf(one.id)).toEqual({ state: 'completed', message: `Step sms: ${reason}` });
      expect(await world.rows(`select "note" from "follow_ups" where "lead_id" = '${one.id}'`)).toEqual([{ note: 'walked' }]);
      const actions = await actionsOf(one.id);
      expect(actions.filter((action) => action.type === 'send_sms')).toEqual([
        { type: 'send_sms', result: 'skipped', message: reason },
        { type: 'send_sms', result: 'skipped', message: reason },
      ]);
      expect(actions.find((action) => action.type === 'notify_user')).toMatchObject({ result: 'done' });
      expect((await world.rows(`select 1 from "notifications" where "user_id" = '${world.people[0]}'`)).length).toBe(told + 1);
    },
  );

  it('D-064 messages resume with a later stage change that allows them', async () => {
    const { id, to } = await changed(false);
    await edit(world.test, world.tenant, `update "rules" set "run_once_per_lead" = false`);
    await world.ask('POST', 'callGenerate', { lead_id: id, callObj: { stage_id: world.stages.fresh }, allowAutomation: true });
    await world.done();
    expect(await world.rows(`select "body" from "outbox_messages" where "to" = '+91${to}'`)).toEqual([{ body: 'Rule now' }]);
  });

  it('D-064 with the organisation’s flag off, the checkbox of the call has no effect', async () => {
    await edit(world.test, world.tenant, `update "tenant" set "is_allow_automation_trigger" = 0`);
    const { id, sent } = await changed(true);
    expect(sent).toEqual([]);
    expect(await world.rows(`select "allowAutomation" as "on" from "call_actions" where "lead_id" = '${id}'`)).toEqual([
      { on: false },
    ]);
    await edit(world.test, world.tenant, `update "tenant" set "is_allow_automation_trigger" = 1`);
  });
});
