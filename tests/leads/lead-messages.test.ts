import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/store/ids';
import type { LeadMessages, MessagePreview } from '../../src/schemas/calls/lead-messages';
import type { JourneyEntry } from '../../src/schemas/kit/lead-journey';
import { call, edit, type Answer, type Browser } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { makeWorld, type World } from './lead-world';

type Row = Record<string, unknown>;

describe.each(await reachableDatabases())('messages with a lead, $name', (database) => {
  let world: World;
  const sms = newId();
  const mail = newId();
  const visit = newId();
  beforeAll(async () => {
    world = await makeWorld(await database.fresh());
    const t = tenant();
    await edit(
      world.test,
      t,
      `update users_roles set permissions = permissions || '[{"code":"WhatsApp_Communication","level":[1,2,6]}]' where role = 4`,
    );
    world.test.clock.add(61); // a session knows its rights for a minute
    await edit(
      world.test,
      t,
      `insert into sms_templates (tenant_id, id, name, body, status) values ('${t}', '${sms}', 'Campus', 'Hi {{name}}, come to {{city}}. Yours: {{phone}}', 1)`,
    );
    await edit(
      world.test,
      t,
      `insert into campaign_templates (tenant_id, id, name, channel, subject, body_html, status)
       values ('${t}', '${mail}', 'Open', 'email', 'For {{name}}', '<p>Hello {{name}}</p><p>Fees &amp; dates</p>', 1)`,
    );
    await edit(
      world.test,
      t,
      `insert into whatsapp_templates (tenant_id, id, template_name, category, language, template_body, provider_status, status, variables)
       values ('${t}', '${visit}', 'visit', 'UTILITY', 'en', 'Hi {{1}}, see you.', 'APPROVED', 1, '[{"placeholder":"{{1}}","field":"name"}]')`,
    );
  });
  afterAll(() => world.test.close());

  const tenant = (): string => world.test.fixture.tenants.northstar;
  const emailOf = (): string => `sneha-${Math.random().toString(36).slice(2)}@example.com`;
  const send = (lead: string, body: Row, who: Browser = world.counsellor): Promise<Answer> =>
    call(world.test, who, 'POST', `leads/${lead}/messages`, body);
  const read = (lead: string, channel: string, who: Browser = world.counsellor): Promise<Answer> =>
    call(world.test, who, 'GET', `leads/${lead}/messages?channel=${channel}`);
  const thread = async (lead: string, channel: string): Promise<LeadMessages> => {
    const answer = await read(lead, channel);
    expect(answer.code, answer.text).toBe(200);
    return answer.body['data'] as LeadMessages;
  };
  const outbox = (lead: string): Promise<Row[]> =>
    world.rows('outbox_messages', `"lead_id" = '${lead}' order by "created_at", "id"`);
  const mayWhatsapp = (may: 0 | 1): Promise<unknown> =>
    edit(world.test, tenant(), `update users set wp_access = ${may} where id = '${world.counsellor.userId!}'`);

  it('a lead that was written to can be deleted; what was sent stays in the outbox', async () => {
    const lead = await world.makeLead({ email: emailOf() });
    const sent = await send(lead, { channel: 'email', template_id: mail });
    expect(sent.code, sent.text).toBe(200);
    const deleted = await call(world.test, world.admin, 'DELETE', `res/leads/${lead}`);
    expect(deleted.status, deleted.text).toBe(200);
    expect(await outbox(lead)).toHaveLength(1);
  });

  it('an email and an SMS are written with their lead first, and seen in the thread and in the journey with who sent them', async () => {
    const email = emailOf();
    const lead = await world.makeLead({ email, city: 'Pune' });
    expect((await send(lead, { channel: 'email', subject: 'Your visit', text: 'Hello {{name}}' })).code).toBe(200);
    expect((await send(lead, { channel: 'sms', template_id: sms })).code).toBe(200);
    const { name, phone } = await world.row('leads', lead);
    expect(await outbox(lead)).toMatchObject([
      { channel: 'email', to: email, subject: 'Your visit', body: `Hello ${String(name)}`, state: 'sandbox' },
      { channel: 'sms', to: phone, body: `Hi ${String(name)}, come to Pune. Yours: ${String(phone)}` },
    ]);
    expect(await thread(lead, 'email')).toMatchObject({
      messages: [{ direction: 'out', subject: 'Your visit', text: `Hello ${String(name)}`, status: 'sent' }],
      more: false,
      refused: null,
    });
    expect((await thread(lead, 'email')).messages[0]!.user_name).toBeTruthy();
    expect((await thread(lead, 'sms')).messages).toHaveLength(1);
    expect(await world.row('leads', lead)).toMatchObject({ last_act_type: 'message' });
    const journey = await call(world.test, world.counsellor, 'GET', `leads/${lead}/journey?type=message`);
    expect(
      (journey.body['data'] as JourneyEntry[]).map((one) => (one.kind === 'message' ? [one.channel, one.status] : [])),
    ).toEqual([
      ['sms', 'sent'],
      ['email', 'sent'],
    ]);
  });

  it('an email by template arrives as HTML and is shown as text', async () => {
    const lead = await world.makeLead({ email: emailOf(), name: 'Asha <b>Rao</b>' });
    expect((await send(lead, { channel: 'email', template_id: mail })).code).toBe(200);
    const { name } = await world.row('leads', lead);
    expect((await outbox(lead))[0]).toMatchObject({ html: true, subject: `For ${String(name)}` });
    expect((await thread(lead, 'email')).messages[0]!.text).toBe(`Hello ${String(name)}\nFees & dates`);
  });

  it('the preview is the filled text; a value that the lead lacks is named and nothing is sent', async () => {
    const lead = await world.makeLead();
    const path = `leads/${lead}/messages/preview?channel=sms&template_id=${sms}`;
    const seen = (await call(world.test, world.counsellor, 'GET', path)).body['data'] as MessagePreview;
    expect(seen.missing).toEqual(['{{city}}']);
    const refused = await send(lead, { channel: 'sms', template_id: sms });
    expect([refused.code, refused.text]).toEqual([422, expect.stringContaining('This lead has no value for {{city}}')]);
    const own = await send(lead, { channel: 'sms', text: 'Come to {{city}}' });
    expect([own.code, own.text]).toEqual([422, expect.stringContaining('{{city}}')]);
    expect(await outbox(lead)).toEqual([]);
  });

  it('the same client_ref sends once', async () => {
    const lead = await world.makeLead();
    const body = { channel: 'sms', text: 'Only once', client_ref: newId() };
    const [first, second] = [await send(lead, body), await send(lead, body)];
    expect([first.code, second.code]).toEqual([200, 200]);
    expect(second.body['data']).toEqual(first.body['data']);
    expect(await outbox(lead)).toHaveLength(1);
  });

  it('is refused outside the scope, for another tenant, and without the right to update', async () => {
    const lead = await world.makeLead();
    const body = { channel: 'sms', text: 'Hello' };
    expect((await send(lead, body, world.outsider)).code).toBe(403);
    expect((await send(lead, body, world.foreigner)).code).toBe(404);
    const { permissions } = (await world.rows('users_roles', `"role" = 4 and "tenant_id" = '${tenant()}'`))[0]!;
    const rights = (value: unknown): Promise<unknown> =>
      edit(world.test, tenant(), `update users_roles set permissions = '${JSON.stringify(value)}' where role = 4`);
    await rights((permissions as { code: string }[]).map((one) => (one.code === 'LEADS' ? { ...one, level: [1, 6] } : one)));
    world.test.clock.add(61);
    expect([(await read(lead, 'sms')).code, (await send(lead, body)).code]).toEqual([200, 403]);
    await rights(permissions);
    world.test.clock.add(61);
    for (const [who, code] of [
      [world.outsider, 403],
      [world.foreigner, 404],
    ] as const) {
      expect((await read(lead, 'sms', who)).code).toBe(code);
      const path = `leads/${lead}/messages/preview?channel=sms&template_id=${sms}`;
      expect((await call(world.test, who, 'GET', path)).code).toBe(code);
    }
    expect(await outbox(lead)).toEqual([]);
  });

  it('says why a lead cannot be written to', async () => {
    const text = { channel: 'sms', text: 'Hello' };
    const quiet = await world.makeLead();
    await edit(world.test, tenant(), `update leads set do_not_disturb = true where id = '${quiet}'`);
    const out = await world.makeLead();
    await edit(world.test, tenant(), `update leads set consent = '{"sms": false}' where id = '${out}'`);
    for (const [lead, why] of [
      [quiet, 'The lead is marked do not disturb.'],
      [out, 'The lead has opted out of SMS.'],
    ] as const) {
      const refused = await send(lead, text);
      expect([refused.code, refused.body['message']]).toEqual([409, why]);
      expect((await thread(lead, 'sms')).refused).toBe(why);
    }
    const none = await world.makeLead();
    await edit(world.test, tenant(), `update leads set email = null where id = '${none}'`);
    expect((await thread(none, 'email')).refused).toBe('The lead has no email address.');
    const empty = await send(await world.makeLead({ email: emailOf() }), { channel: 'email', text: 'Without a subject' });
    expect([empty.code, empty.text]).toEqual([422, expect.stringContaining('Subject is required')]);
  });

  it('WhatsApp needs the access of the person; outside the 24 hours it takes templates alone, inside also a text', async () => {
    const lead = await world.makeLead();
    await mayWhatsapp(0);
    expect((await send(lead, { channel: 'whatsapp', template_id: visit })).code).toBe(403);
    expect(await thread(lead, 'whatsapp')).toMatchObject({ messages: [], refused: expect.stringContaining('WhatsApp') });
    await mayWhatsapp(1);
    const early = await send(lead, { channel: 'whatsapp', text: 'Hello' });
    expect([early.code, early.body['message']]).toEqual([409, expect.stringContaining('templates only')]);
    const sent = await send(lead, { channel: 'whatsapp', template_id: visit });
    expect(sent.code, sent.text).toBe(200);
    const { phone } = await world.row('leads', lead);
    await edit(
      world.test,
      tenant(),
      `update whatsapp_chats set last_in_at = '${world.test.services.now().toISOString()}' where phone = '${String(phone)}'`,
    );
    expect((await thread(lead, 'whatsapp')).open_until).not.toBeNull();
    expect((await send(lead, { channel: 'whatsapp', text: 'Hello' })).code).toBe(200);
    expect((await thread(lead, 'whatsapp')).messages.map(({ type }) => type)).toEqual(['text', 'template']);
  });

  it('no WhatsApp chat is begun with a number that is first of all the lead of someone out of scope', async () => {
    await mayWhatsapp(1);
    const theirs = await world.makeLead({}, null);
    const { phone } = await world.row('leads', theirs);
    await edit(world.test, tenant(), `update leads set user_id = '${world.outsider.userId!}' where id = '${theirs}'`);
    const mine = await world.makeLead({ whatsapp_number: String(phone) });
    expect(await thread(mine, 'whatsapp')).toMatchObject({ refused: expect.stringContaining('belongs to someone else') });
    const sent = await send(mine, { channel: 'whatsapp', template_id: visit });
    expect([sent.code, await world.rows('whatsapp_chats', `"phone" = '${String(phone)}'`)]).toEqual([403, []]);
  });

  it('who may not see the number can write, and no answer shows it', async () => {
    const lead = await world.makeLead({ city: 'Pune', email: emailOf() });
    const { phone } = await world.row('leads', lead);
    const national = String(phone).slice(-10);
    const rules = JSON.stringify([{ resource: 'leads', field: 'phone', rule: 'masked' }]);
    await edit(world.test, tenant(), `update users_roles set field_rules = '${rules}' where role = 4`);
    world.test.clock.add(61);
    try {
      const path = `leads/${lead}/messages/preview?channel=sms&template_id=${sms}`;
      const preview = await call(world.test, world.counsellor, 'GET', path);
      expect(preview.code, preview.text).toBe(200);
      const sent = await send(lead, { channel: 'sms', template_id: sms });
      expect(sent.code, sent.text).toBe(200);
      expect((await outbox(lead))[0]!['body']).toContain(national);
      await edit(
        world.test,
        tenant(),
        `update outbox_messages set error = 'No route to ${String(phone)}' where lead_id = '${lead}'`,
      );
      const journey = await call(world.test, world.counsellor, 'GET', `leads/${lead}/journey?type=message`);
      const own = await send(lead, { channel: 'email', subject: 'x', text: 'Number {{phone}}' });
      expect(own.code).toBe(422);
      const answers = [preview, sent, await read(lead, 'sms'), journey, own];
      for (const answer of answers) expect(answer.text).not.toContain(national);
      expect(preview.text).toContain('98xxxxxx');
    } finally {
      await edit(world.test, tenant(), `update users_roles set field_rules = '[]' where role = 4`);
    }
  });

  it('a provider that refuses is shown at the message, with the reason', async () => {
    const lead = await world.makeLead();
    const made = await call(world.test, world.admin, 'POST', 'res/provider-settings', {
      channel: 'sms',
      provider: 'twilio',
      settings: { endpoint: 'http://127.0.0.1:9/sms', account: 'AC1', sender: 'NRTHST' },
      credentials: { key: 'app', secret: 'hush' },
      status: 1,
    });
    expect(made.status, made.text).toBeLessThan(300);
    const sent = await send(lead, { channel: 'sms', text: 'Hello' });
    expect(sent.body['data']).toMatchObject({ status: 'sending' });
    await edit(
      world.test,
      tenant(),
      `update outbox_messages set state = 'failed', error = 'Blocked number' where lead_id = '${lead}'`,
    );
    expect((await thread(lead, 'sms')).messages).toMatchObject([{ status: 'failed', error: 'Blocked number' }]);
    await edit(world.test, tenant(), `update provider_settings set status = 0 where channel = 'sms'`);
  });
});
