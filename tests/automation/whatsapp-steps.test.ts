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
});
