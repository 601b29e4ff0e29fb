import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/store/ids';
import { call, edit, type Answer, type Browser } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { makeWorld, type World } from './lead-world';

type Row = Record<string, unknown>;

describe.each(await reachableDatabases())('messages for a role that must not see the number, $name', (database) => {
  let world: World;
  const [sms, mail, visit] = [newId(), newId(), newId()];
  beforeAll(async () => {
    world = await makeWorld(await database.fresh());
    const t = tenant();
    const rules = JSON.stringify([
      { resource: 'leads', field: 'phone', rule: 'masked' },
      { resource: 'leads', field: 'email', rule: 'masked' },
      { resource: 'leads', field: 'city', rule: 'hidden' },
    ]);
    await edit(
      world.test,
      t,
      `update users_roles set field_rules = '${rules}', permissions = permissions || '[{"code":"WhatsApp_Communication","level":[1,2,6]}]' where role = 4`,
    );
    await edit(world.test, t, `update users set wp_access = 1`);
    await edit(
      world.test,
      t,
      `insert into sms_templates (tenant_id, id, name, body, status) values ('${t}', '${sms}', 'Campus', 'Hi {{name}} of {{city}}. Yours: {{phone}}. Ours: 9000011111', 1)`,
    );
    await edit(
      world.test,
      t,
      `insert into campaign_templates (tenant_id, id, name, channel, subject, body_html, status)
       values ('${t}', '${mail}', 'Open', 'email', ' For {{phone}} ', '<p>Hello {{name}}</p><p>We write to {{email}}</p>', 1)`,
    );
    await edit(
      world.test,
      t,
      `insert into whatsapp_templates (tenant_id, id, template_name, category, language, template_body, provider_status, status, variables)
       values ('${t}', '${visit}', 'visit', 'UTILITY', 'en', '{{1}}, is {{2}} yours?', 'APPROVED', 1,
         '[{"placeholder":"{{1}}","field":"name"},{"placeholder":"{{2}}","field":"phone"}]')`,
    );
    world.test.clock.add(61); // a session knows its rights for a minute
  });
  afterAll(() => world.test.close());

  const tenant = (): string => world.test.fixture.tenants.northstar;
  const phoneOf = async (lead: string): Promise<string> => String((await world.row('leads', lead))['phone']);
  const makeLead = (): Promise<string> => world.makeLead({ city: 'Pune', email: `meera-${newId().toLowerCase()}@example.com` });
  const send = (lead: string, body: Row, who: Browser = world.counsellor): Promise<Answer> =>
    call(world.test, who, 'POST', `leads/${lead}/messages`, body);
  const get = (path: string, who: Browser = world.counsellor): Promise<Answer> => call(world.test, who, 'GET', path);
  const answersOf = async (lead: string, channel: string): Promise<Answer[]> => [
    await get(`leads/${lead}/messages?channel=${channel}`),
    await get(`leads/${lead}/journey?type=message`),
  ];

  it('a number that was changed since is as little to be seen in the old text as the new one', async () => {
    const lead = await makeLead();
    const old = (await phoneOf(lead)).slice(-10);
    expect((await send(lead, { channel: 'sms', template_id: sms })).code).toBe(200);
    await edit(world.test, tenant(), `update leads set phone = '+919733300001', city = 'Nashik' where id = '${lead}'`);
    for (const { text } of await answersOf(lead, 'sms')) {
      expect(text).toMatch(/Hi Sneha Kulkarni \d+ of \*\*\*\. Yours: 98xxxxxx\d\d\. Ours: 9000011111/);
      for (const value of [old, '9733300001', 'Pune', 'Nashik']) expect(text).not.toContain(value);
    }
    expect((await get(`leads/${lead}/messages?channel=sms`, world.admin)).text).toContain(old);
  });

  it('a guess that a person types is shown as it was typed, so that nothing confirms it', async () => {
    const lead = await makeLead();
    const right = (await phoneOf(lead)).slice(-10);
    for (const guess of [right, '9822099999']) {
      expect((await send(lead, { channel: 'sms', text: `Is it ${guess}?` })).code).toBe(200);
      expect((await get(`leads/${lead}/messages?channel=sms`)).text).toContain(`Is it ${guess}?`);
    }
  });

  it('an HTML email is shown without its address, in preview, thread and journey', async () => {
    const lead = await makeLead();
    const preview = await get(`leads/${lead}/messages/preview?channel=email&template_id=${mail}`);
    expect(preview.body['data']).toMatchObject({
      subject: expect.stringMatching(/^For 98xxxxxx\d\d$/),
      text: expect.stringMatching(/^Hello Sneha Kulkarni \d+\nWe write to m\*\*\*@example\.com$/),
      missing: [],
    });
    expect((await send(lead, { channel: 'email', template_id: mail })).code).toBe(200);
    for (const { text } of await answersOf(lead, 'email')) {
      expect(text).toContain('We write to m***@example.com');
      expect(text).not.toContain('meera-');
      expect(text).not.toContain((await phoneOf(lead)).slice(-10));
    }
  });

  it('WhatsApp shows the template without the number: next to the lead, in the inbox and in the list of chats', async () => {
    const lead = await makeLead();
    const phone = await phoneOf(lead);
    expect((await send(lead, { channel: 'whatsapp', template_id: visit })).code).toBe(200);
    const [chat] = await world.rows('whatsapp_chats', `"phone" = '${phone}'`);
    const me = world.counsellor.userId!;
    const inbox = [await get(`chats_list?id=${me}`), await get(`chat_history?userId=${me}&chat_id=${String(chat!['id'])}`)];
    for (const { text } of [...inbox, ...(await answersOf(lead, 'whatsapp'))]) {
      expect(text).toContain(', is 98xxxxxx');
      expect(text).not.toContain(phone.slice(-10));
    }
  });

  it('a text whose values nobody noted is not shown, nor the address in a provider’s error, however it is written', async () => {
    const lead = await makeLead();
    expect((await send(lead, { channel: 'sms', template_id: sms })).code).toBe(200);
    await edit(
      world.test,
      tenant(),
      `update outbox_messages set fills = null, error = 'Error 131026: +91 98220-11 111 and meera@example.com blocked' where lead_id = '${lead}'`,
    );
    for (const { text } of await answersOf(lead, 'sms')) {
      expect(text).toContain('"text":"***"');
      expect(text).toContain('Error 131026: *** and *** blocked');
    }
    expect((await get(`leads/${lead}/messages?channel=sms`, world.admin)).text).toContain('Yours: +91');
  });

  it('a meeting’s title does not bring out the number through its email', async () => {
    await edit(world.test, tenant(), `update tenant set vc_meetings_enabled = 1`);
    const lead = await makeLead();
    const draft = {
      lead_id: lead,
      user_id: world.counsellor.userId,
      starts_at: '2999-01-01T05:30:00.000Z',
      title: 'About {{phone}}',
    };
    const made = await call(world.test, world.counsellor, 'POST', 'res/virtual-meetings', draft);
    expect(made.status, made.text).toBeLessThan(300);
    for (const { text } of await answersOf(lead, 'email')) {
      expect(text).toContain('About 98xxxxxx');
      expect(text).not.toContain((await phoneOf(lead)).slice(-10));
    }
  });
});
