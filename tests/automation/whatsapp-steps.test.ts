import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOutbound } from '../../server/outbound/make-outbound';
import { edit } from '../support/app';
import { startProvider, type StandIn } from '../support/provider-stand-in.mjs';
import { automationWorld, goa, type World } from './automation-world';

let world: World;
let provider: StandIn;
const steps = (params: object) => [{ id: 'only', type: 'send_whatsapp', params }];

beforeAll(async () => {
  world = await automationWorld();
  provider = await startProvider();
  Object.assign(world.test.services, { outbound: makeOutbound({ allow: [`127.0.0.1:${provider.port}`] }) });
  await edit(
    world.test,
    world.tenant,
    `insert into whatsapp_templates (tenant_id, id, template_name, category, language, template_body, provider_status, status, variables)
     select '${world.tenant}', id, id, 'UTILITY', 'en', 'Hi {{1}} of {{2}}', state, 1,
       '[{"placeholder":"{{1}}","field":"name"},{"placeholder":"2","field":"city","fallback":"your city"}]'
     from (values ('tpl', 'APPROVED'), ('draft', 'PENDING')) t(id, state)`,
  );
});
afterAll(async () => {
  await world.test.close();
  await provider.close();
});

/** Takes a lead through a workflow of one step; returns the entry, the lead's messages and what the sandbox received. */
async function walked(params: object, phone: string, values: object = {}) {
  const { id } = await world.post('res/workflows', {
    name: `W ${phone}`,
    entry_trigger: 'manual',
    status: 1,
    steps: steps(params),
  });
  const rule = await world.post('rule-engine/workflow/create', {
    name: `R ${phone}`,
    workflow_ids: [id],
    rule: goa,
    globleCondtion: 'And',
  });
  const lead = await world.lead({ phone, state: 'Goa', ...values });
  await world.ask('POST', 'rule-engine/workflow/allocate', { lead_ids: [lead], rule_id: rule['_id'] });
  await world.done();
  const [entry] = await world.rows(`select state, message from workflow_entries where lead_id = '${lead}'`);
  const messages = await world.rows(
    `select m.type, m.text, m.params, m.status, m.provider_id, m.error from whatsapp_messages m
     join whatsapp_chats c on c.id = m.chat_id where c.lead_id = '${lead}'`,
  );
  const sandbox = await world.rows(`select body from outbox_messages where channel = 'whatsapp' and "to" = '+91${phone}'`);
  return { entry, messages, sandbox };
}

describe('a WhatsApp step of a workflow', () => {
  it('goes to the sandbox with its values filled in when the tenant has no provider', async () => {
    const { entry, messages, sandbox } = await walked({ template_id: 'tpl' }, '9811000001');
    expect(entry).toMatchObject({ state: 'completed' });
    expect(sandbox).toEqual([{ body: 'Hi Aarav of your city' }]);
    expect(messages).toMatchObject([{ type: 'template', status: 'sent' }]);
    expect(provider.total()).toBe(0);
  });

  it("is sent as a template by the tenant's own provider, and its row shows the result", async () => {
    await world.post('res/provider-settings', {
      channel: 'whatsapp',
      provider: 'meta',
      settings: { endpoint: provider.url, account: '1', sender: '2' },
      credentials: { key: 'app', secret: 'token' },
      status: 1,
    });
    const { entry, messages, sandbox } = await walked({ template_id: 'tpl' }, '9811000002', { city: 'Panaji' });
    expect(entry).toMatchObject({ state: 'completed' });
    expect(sandbox).toEqual([]);
    expect(provider.asked).toEqual(new Map([['+919811000002', 1]]));
    expect(messages).toMatchObject([
      {
        type: 'template',
        text: 'Hi Aarav of Panaji',
        params: ['Aarav', 'Panaji'],
        status: 'sent',
        provider_id: expect.stringMatching(/^wamid/),
      },
    ]);
  });

  it('shows on its row when the provider refused or did not answer', async () => {
    provider.mood = 'refuses';
    expect((await walked({ template_id: 'tpl' }, '9811000003')).messages).toMatchObject([
      { status: 'failed', provider_id: null, error: expect.stringContaining('WhatsApp refused') },
    ]);
    provider.mood = 'silent';
    expect((await walked({ template_id: 'tpl' }, '9811000004')).messages).toMatchObject([{ status: 'unknown' }]);
    provider.mood = 'answers';
  });

  it('sends neither an unapproved template nor free text outside the reply window', async () => {
    provider.asked.clear();
    const draft = await walked({ template_id: 'draft' }, '9811000005');
    expect(draft.entry).toMatchObject({ state: 'failed', message: expect.stringContaining('not approved') });
    expect((await walked({ body: 'Are you there?' }, '9811000006')).messages).toEqual([]);
    expect(provider.total()).toBe(0);
  });

  it('a broadcast is sent the same way', async () => {
    provider.asked.clear();
    const audience = await world.post('lead-gen/audience', { name: 'Goa', kind: 'dynamic', rule: goa });
    const draft = { name: 'To Goa', channel: 'whatsapp', template_id: 'tpl', audience_id: audience['id'] };
    const broadcast = await world.post('lead-gen/broadcasts', draft);
    await world.ask('POST', 'lead-gen/send-broadcast', { broadcast_id: broadcast['id'] });
    await world.done();
    const { totals } = (await world.ask('GET', `lead-gen/broadcasts/${broadcast['id']}`))['data'] as { totals: { sent: number } };
    expect(totals.sent).toBe(provider.total());
    expect(provider.total()).toBe(6);
  });

  describe('that waits for sending hours', () => {
    const clock = (hours: number): string =>
      new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
        Date.now() + hours * 3_600_000,
      );
    const hours = (from: string, to: string): Promise<number> =>
      edit(world.test, world.tenant, `update message_settings set hours_from = '${from}', hours_to = '${to}'`);
    const opened = async (): Promise<void> => {
      await hours('00:00', '00:00');
      await edit(world.test, world.tenant, `update jobs set run_at = null where state = 'queued'`);
      await world.done();
    };
    const shown = async (phone: string): Promise<unknown> => {
      const [me] = await world.rows(`select id from users where email = 'admin@northstar.example'`);
      const query = `userId=${String(me!['id'])}&chat_id=91${phone}`;
      return (await world.ask('GET', `chat_history?${query}`))['data'];
    };
    beforeAll(async () => {
      await edit(world.test, world.tenant, `update users set wp_access = 1`);
      await edit(world.test, world.tenant, `insert into message_settings (tenant_id, id) values ('${world.tenant}', 'settings')`);
      await edit(
        world.test,
        world.tenant,
        `insert into whatsapp_templates (tenant_id, id, template_name, category, language, template_body, provider_status, status)
         values ('${world.tenant}', 'offer', 'offer', 'MARKETING', 'en', 'An offer', 'APPROVED', 1)`,
      );
    });
    const isProvider = (on: boolean): Promise<number> =>
      edit(world.test, world.tenant, `update provider_settings set status = ${on ? 1 : 0} where channel = 'whatsapp'`);

    it.each([true, false])('is not sent to who has opted out by then, and says so (provider: %s)', async (on) => {
      await isProvider(on);
      provider.asked.clear();
      await hours(clock(2), clock(3));
      const [out, stays] = on ? ['9811000011', '9811000012'] : ['9811000013', '9811000014'];
      const first = await walked({ template_id: 'offer' }, out);
      expect(first.entry).toEqual({ state: 'completed', message: 'Step only: Waiting for sending hours.' });
      expect(first.messages).toMatchObject([{ status: 'queued', provider_id: null }]);
      expect(await shown(out)).toMatchObject([{ status: 'queued', error: 'Waiting for sending hours' }]);
      await walked({ template_id: 'offer' }, stays);
      await edit(
        world.test,
        world.tenant,
        `insert into opt_outs (tenant_id, id, channel, address) values ('${world.tenant}', 'o${out}', 'whatsapp', '+91${out}')`,
      );
      await opened();
      expect([...provider.asked.keys()]).toEqual(on ? [`+91${stays}`] : []);
      expect(await shown(out)).toMatchObject([{ status: 'failed', error: 'Opted out of this channel' }]);
      expect(await shown(stays)).toMatchObject([{ status: 'sent', error: null }]);
      const outbox = await world.rows(`select "to" from outbox_messages where channel = 'whatsapp' and body = 'An offer'`);
      expect(outbox).toEqual(on ? [] : [{ to: `+91${stays}` }]);
    });

    it('waits once more where the hours have changed meanwhile', async () => {
      await isProvider(true);
      provider.asked.clear();
      await hours(clock(2), clock(3));
      await walked({ template_id: 'offer' }, '9811000015');
      await edit(world.test, world.tenant, `update jobs set run_at = null where state = 'queued'`);
      await world.done();
      expect(await shown('9811000015')).toMatchObject([{ status: 'queued', error: 'Waiting for sending hours' }]);
      await opened();
      expect(await shown('9811000015')).toMatchObject([{ status: 'sent' }]);
      expect(provider.total()).toBe(1);
    });
  });
});
