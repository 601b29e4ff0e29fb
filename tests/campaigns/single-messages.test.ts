import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendToLead, type ReachableLead } from '../../server/lead-events/send-to-lead';
import { edit } from '../support/app';
import { actor } from '../support/database';
import { reachableDatabases } from '../support/postgres';
import { campaignWorld, noon, type CampaignWorld } from './campaign-world';

/** Messages that no campaign sends: of rules and workflows, and of a person in a chat. */
describe.each(await reachableDatabases())('single messages and the gate on $name', ({ fresh }) => {
  let world: CampaignWorld;
  beforeAll(async () => {
    world = await campaignWorld(await fresh(), 4);
  });
  afterAll(() => world.test.close());

  const byRule = async (n: number, template: string, channel: 'sms' | 'email' = 'sms') => {
    const { test, tenant } = world;
    const [lead] = await world.rows(`select * from leads where id = 'lead-0000${n}'`);
    return test.store.transaction(actor(tenant), (tx) => {
      const by = { tenantId: tenant, userId: null };
      const place = { tx, services: test.services, by, lead: lead as unknown as ReachableLead, noMessages: false };
      return sendToLead(place, channel, { template_id: template });
    });
  };
  /** The database's own clock dates what a rule has sent; the world's is years ahead. */
  const datedNow = () =>
    edit(world.test, world.tenant, `update outbox_messages set created_at = '${noon.toISOString()}' where campaign_id is null`);

  it('the frequency cap counts promotional messages of rules and campaigns together, and none that failed', async () => {
    await world.clean();
    await world.settings('cap_messages = 1, cap_days = 7');
    await edit(world.test, world.tenant, `update tenant set is_allow_automation_trigger = 1`);
    expect(await byRule(1, 'sms')).toEqual({ result: 'done' });
    expect(await byRule(1, 'promo')).toEqual({ result: 'done' });
    await datedNow();
    expect(await byRule(1, 'promo')).toEqual({ result: 'skipped', message: 'Reached the maximum number of messages.' });
    expect(await byRule(1, 'sms')).toEqual({ result: 'done' });
    expect(await byRule(2, 'promo')).toEqual({ result: 'done' });
    await datedNow();
    await edit(world.test, world.tenant, `update outbox_messages set state = 'failed' where lead_id = 'lead-00002'`);
    const id = await world.campaign('sms-campaigns', { template_id: 'promo' });
    await world.start('sms-campaigns', id);
    await world.done();
    expect(
      await world.rows(`select lead_id from outbox_messages where campaign_id = '${id}' and reason = 'frequency_cap'`),
    ).toEqual([{ lead_id: 'lead-00001' }]);
  });

  it('a single SMS has the texts of its template; a placeholder without a value is named and nothing is sent', async () => {
    await world.clean();
    const variables = JSON.stringify([
      { placeholder: '{{1}}', field: 'city', fallback: 'your city' },
      { placeholder: 'course', field: 'course', fallback: 'B.Tech' },
    ]);
    const body = (text: string) =>
      edit(world.test, world.tenant, `update sms_templates set body = '${text}', variables = '${variables}' where id = 'sms'`);
    const bodies = () => world.rows(`select body from outbox_messages where lead_id = 'lead-00004' order by id desc limit 1`);
    await body('{{name}}: {{course}} in {{1}}');
    expect(await byRule(4, 'sms')).toEqual({ result: 'done' });
    expect(await bodies()).toEqual([{ body: 'Lead 4: B.Tech in Pune' }]);
    await edit(world.test, world.tenant, `update leads set city = null where id = 'lead-00004'`);
    expect(await byRule(4, 'sms')).toEqual({ result: 'done' });
    expect(await bodies()).toEqual([{ body: 'Lead 4: B.Tech in your city' }]);
    const [sent] = await world.rows(`select count(*)::int as n from outbox_messages`);
    for (const [text, missing] of [
      ['Dear {{name}} of {{city}}', '{{city}}'],
      ['Dear {{nickname}}', '{{nickname}}'],
    ] as const) {
      await body(text);
      expect(await byRule(4, 'sms')).toEqual({ result: 'skipped', message: `The lead has no value for ${missing}.` });
      const written = await world.ask('POST', 'leads/lead-00004/messages', { channel: 'sms', template_id: 'sms' });
      expect([written.code, JSON.stringify(written)]).toEqual([422, expect.stringContaining(missing)]);
    }
    expect(await world.rows(`select count(*)::int as n from outbox_messages`)).toEqual([sent]);
    await body('Dear {{name}}');
    await edit(world.test, world.tenant, `update leads set city = 'Pune' where id = 'lead-00004'`);
  });

  it('a person begins no WhatsApp conversation with someone who opted out or wants no messages', async () => {
    await world.clean();
    await edit(world.test, world.tenant, `update whatsapp_templates set template_body = 'Hello' where id = 'wa'`);
    const write = (n: number) => world.ask('POST', 'whatsapp/send/message', { template_id: 'wa', lead_id: `lead-0000${n}` });
    expect(await write(1)).toMatchObject({ code: 200 });
    await edit(world.test, world.tenant, `update leads set do_not_disturb = true where id = 'lead-00002'`);
    expect(await write(2)).toMatchObject({ code: 409, message: 'The lead is marked do not disturb.' });
    await edit(
      world.test,
      world.tenant,
      `insert into opt_outs (tenant_id, id, channel, address) values ('${world.tenant}', 'out', 'whatsapp', '+919800000003')`,
    );
    expect(await write(3)).toMatchObject({ code: 409, message: 'The lead has opted out of WhatsApp messages.' });
    expect(await world.ask('POST', 'whatsapp/send/message', { template_id: 'wa', phone: '+919800000003' })).toMatchObject({
      code: 409,
    });
    expect(await world.rows(`select lead_id from outbox_messages where channel = 'whatsapp'`)).toEqual([
      { lead_id: 'lead-00001' },
    ]);
  });
});
