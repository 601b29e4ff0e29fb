import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayOpen, levelsOf } from '../../src/schemas/kit/access';
import { resourceNamed } from '../../src/schemas/kit/all';
import { filePart } from '../attack/call-samples';
import { call, edit, signIn } from '../support/app';
import { type Row, admin, ask, idOf, rowsOf, startWorld, stopWorld, tenantId, test, worked } from './marketing-world';

beforeAll(startWorld);
afterAll(stopWorld);

describe('WhatsApp templates', () => {
  const draft = (template_name: string): Row => ({
    template_name,
    category: 'UTILITY',
    language: 'en',
    template_body: 'Hi {{1}}, see you at {{2}}.',
  });

  it('SETTINGS-WATPL-001 SETTINGS-WATPL-002 SETTINGS-WATPL-003 SETTINGS-WATPL-004 SETTINGS-WATPL-005 SETTINGS-WATPL-009 manages them through the calls of the source', async () => {
    const id = idOf(await ask('POST', 'save-whtsp-template', draft('visit')));
    expect((await ask('GET', `get-whtsp-template/${id}`)).body).toMatchObject({
      code: 200,
      data: { id, template_name: 'visit', template_body: 'Hi {{1}}, see you at {{2}}.' },
    });
    expect((await ask('POST', `update-whtsp-template/${id}`, { template_body: 'Hello {{1}}' })).code).toBe(200);
    const list = await ask('GET', 'get-all-whtsp-template?search=visit&page_number=1&limit=5');
    expect(list.body).toMatchObject({ code: 200, count: 1, data: [{ id, template_body: 'Hello {{1}}' }] });
    expect((await ask('POST', 'save-whtsp-template', { ...draft('x'), template_body: '' })).code).toBe(422);
    expect((await ask('POST', 'save-whtsp-template', draft('visit'))).code).toBe(409);
    expect((await ask('DELETE', `delete-whtsp-template/${id}`)).code).toBe(200);
    expect((await ask('GET', `get-whtsp-template/${id}`)).body).toMatchObject({ code: 404 });
  });

  it('SETTINGS-WATPL-006 SETTINGS-WATPL-007 SETTINGS-WATPL-008 answers active ones, unique names and one by tempId to every member of staff', async () => {
    const active = idOf(await ask('POST', 'save-whtsp-template', draft('fee_link')));
    idOf(await ask('POST', 'save-whtsp-template', { ...draft('fee_link'), language: 'hi' }));
    const off = idOf(await ask('POST', 'save-whtsp-template', { ...draft('old_offer'), status: 0 }));
    const counsellor = await signIn(test, 'counsellor@northstar.example');
    const asked = (path: string) => call(test, counsellor, 'GET', path);
    const ids = rowsOf(await asked('get-all-active-whtsp-template')).map((row) => row['id']);
    expect([ids.includes(active), ids.includes(off)]).toEqual([true, false]);
    const names = rowsOf(await asked('get-unique-template-name'));
    expect(names.filter((one) => one['name'] === 'fee_link')).toEqual([{ name: 'fee_link' }]);
    expect((await asked('get-unique-template-name?name=fee_link')).body).toMatchObject({ data: { unique: false } });
    expect((await asked('get-unique-template-name?name=nobody_has_it')).body).toMatchObject({ data: { unique: true } });
    expect((await asked(`get-whtsp-template-by-id?tempId=${active}`)).body).toMatchObject({ code: 200, data: { id: active } });
    expect((await asked('get-whtsp-template-by-id?tempId=01J0000000000000000000000X')).code).toBe(404);
    expect((await asked('get-all-whtsp-template')).code).toBe(403);
  });

  it('a new template waits for the provider’s approval, and an approved one does so again after an edit', async () => {
    const id = idOf(await ask('POST', 'save-whtsp-template', draft('review_me')));
    const status = async () => ((await ask('GET', `get-whtsp-template/${id}`)).body as { data: Row }).data['provider_status'];
    expect(await status()).toBe('DRAFT');
    await worked(async () => (await status()) === 'APPROVED');
    await ask('POST', `update-whtsp-template/${id}`, { footer: 'Northstar' });
    expect(await status()).toBe('PENDING');
  });

  it('SETTINGS-WATPL-010 the page is at /whtsp-templates, for role 1 only', () => {
    const { access, menu } = resourceNamed('whatsapp-templates');
    expect(menu?.path).toBe('/whtsp-templates');
    const who = (role: number) => ({ role, type: 'org', levels: levelsOf([{ code: 'WhatsApp_Communication', level: 6 }]) });
    expect([1, 2, 3, 4, 5, 6].map((role) => mayOpen(who(role), access))).toEqual([true, false, false, false, false, false]);
  });
});

describe('WhatsApp provider', () => {
  it('SETTINGS-WAENT-001 SETTINGS-WAENT-003 lists its templates and sends an approved one with its values filled in', async () => {
    const id = idOf(
      await ask('POST', 'save-whtsp-template', {
        template_name: 'slot',
        category: 'UTILITY',
        language: 'en',
        template_body: '{{1}} at {{2}}',
      }),
    );
    const send = (params: string[]) => ask('POST', 'whatsapp/send/message', { phone: '9876543211', template_id: id, params });
    expect((await send(['Aarav', '4 PM'])).body).toMatchObject({ code: 409, message: expect.stringContaining('not approved') });
    await edit(test, tenantId(), `update whatsapp_templates set provider_status = 'APPROVED' where id = '${id}'`);
    expect((await send(['Aarav'])).body).toMatchObject({ code: 422, errors: [{ path: 'params' }] });
    const sent = await send(['Aarav', '4 PM']);
    expect(sent.body).toMatchObject({ code: 200, data: { message_id: expect.any(String) } });
    const [kept] = await test.store.admin(
      `select "channel", "to", "body" from "outbox_messages" where "id" = '${(sent.body as { data: { message_id: string } }).data.message_id}'`,
    );
    expect(kept).toEqual({ channel: 'whatsapp', to: '+919876543211', body: 'Aarav at 4 PM' });
    const theirs = rowsOf(await ask('GET', 'get/enterprise/whatsapp/templates'));
    expect(theirs.find((one) => one['name'] === 'slot')).toEqual({
      name: 'slot',
      category: 'UTILITY',
      language: 'en',
      status: 'APPROVED',
      components: [{ type: 'BODY', text: '{{1}} at {{2}}' }],
    });
  });

  it('does not message a lead who opted out', async () => {
    const lead = (await ask('POST', 'res/leads', { name: 'Diya', phone: '9876543299', do_not_disturb: true })).body as {
      id: string;
    };
    const [template] = await test.store.admin(`select id from whatsapp_templates where template_name = 'slot'`);
    const answer = await ask('POST', 'whatsapp/send/message', {
      lead_id: lead.id,
      template_id: template!['id'],
      params: ['a', 'b'],
    });
    expect(answer.body).toMatchObject({ code: 409 });
  });

  it('SETTINGS-WAENT-002 accepts a header image, and no file that merely claims to be one', async () => {
    const upload = async (name: string, type: string, bytes: Buffer) => {
      const form = filePart({ name, type, bytes });
      return call(test, admin, 'POST', 'whatsapp/upload/image', form.body, { 'content-type': form.type });
    };
    const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(40)]);
    const answer = await upload('header.png', 'image/png', png);
    expect(answer.body).toMatchObject({
      code: 200,
      data: { url: expect.stringContaining('/api/files/'), media_id: expect.any(String) },
    });
    const bytes = await test.app.inject({ method: 'GET', url: (answer.body as { data: { url: string } }).data.url });
    expect(bytes.rawPayload.equals(png)).toBe(true);
    expect((await upload('header.png', 'image/png', Buffer.from('<script>'))).body).toMatchObject({
      code: 422,
      errors: [{ path: 'file' }],
    });
  });

  it('SETTINGS-WAENT-004 SETTINGS-WAENT-005 knows who is on WhatsApp, and its project id', async () => {
    expect((await ask('POST', 'check/whatsapp/customer', { phone: '98765 43211' })).body).toMatchObject({
      code: 200,
      data: { exists: true, wa_user_id: '919876543211' },
    });
    expect((await ask('POST', 'check/whatsapp/customer', { phone: '9876543210' })).body).toMatchObject({
      data: { exists: false, wa_user_id: null },
    });
    expect((await ask('POST', 'check/whatsapp/customer', { phone: '12345' })).code).toBe(422);
    const project = (await ask('GET', 'whatsapp-project-id')).body;
    expect(project).toEqual({ code: 200, data: expect.stringMatching(/^sandbox-/) });
    await edit(
      test,
      tenantId(),
      `insert into provider_settings (tenant_id, id, channel, provider, settings) values ('${tenantId()}', 'p1', 'whatsapp', 'meta', '{"account": "10455"}')`,
    );
    expect((await ask('GET', 'whatsapp-project-id')).body).toEqual({ code: 200, data: '10455' });
    await edit(test, tenantId(), `delete from provider_settings where id = 'p1'`);
  });
});

describe('campaign templates and pages', () => {
  it('SETTINGS-CAMP-001 SETTINGS-CAMP-002 SETTINGS-CAMP-003 SETTINGS-CAMP-004 manages templates through the calls of the source, with scripts removed', async () => {
    const body_html = '<p onclick="steal()">Hi <b>{{name}}</b></p><script>steal()</script>';
    const id = idOf(
      await ask('POST', 'create/campaign/template', { name: 'Welcome', channel: 'email', subject: 'Hello', body_html }),
    );
    expect((await ask('GET', `get-campaign-templte/${id}`)).body).toMatchObject({
      code: 200,
      data: { id, body_html: '<p>Hi <b>{{name}}</b></p>' },
    });
    expect((await ask('POST', `update/campaign/template/${id}`, { subject: 'Namaste' })).code).toBe(200);
    const found = rowsOf(await ask('GET', 'get-all-campaign-templtes?limit=100')).find((one) => one['id'] === id);
    expect(found).toMatchObject({ name: 'Welcome', subject: 'Namaste' });
    expect((await ask('POST', 'create/campaign/template', { name: 'No subject', channel: 'email' })).body).toMatchObject({
      code: 422,
      errors: expect.arrayContaining([{ path: 'subject', message: expect.any(String) }]),
    });
    expect((await ask('DELETE', `get-campaign-templte/${id}`)).code).toBe(200);
    expect((await ask('GET', `get-campaign-templte/${id}`)).code).toBe(404);
  });

  it('SETTINGS-CAMP-005 SETTINGS-CAMP-006 SETTINGS-CAMP-007 SETTINGS-CAMP-008 SETTINGS-CAMP-009 manages pages through the calls of the source', async () => {
    const made = await ask('POST', 'create/google/lp', { name: 'MBA', slug: 'mba-27', title: 'MBA 2027' });
    const id = idOf(made);
    expect(made.body).toMatchObject({ data: { slug: 'mba-27' } });
    expect((await ask('GET', `get-campaign-page-by-id/${id}`)).body).toMatchObject({
      code: 200,
      data: { id, channel: 'google', published: false },
    });
    expect((await ask('POST', `update-campaign-page/${id}`, { published: true })).code).toBe(200);
    expect(rowsOf(await ask('GET', 'get-all-campaign-pages')).find((one) => one['id'] === id)).toMatchObject({ published: true });
    const other = await signIn(test, 'admin@lakeview.example');
    expect(
      (await call(test, other, 'POST', 'create/google/lp', { name: 'MBA', slug: 'MBA-27'.toLowerCase(), title: 'x' })).code,
    ).toBe(409);
    expect((await ask('DELETE', `delete-campaign-page/${id}`)).code).toBe(200);
    expect((await ask('GET', `get-campaign-page-by-id/${id}`)).code).toBe(404);
  });
});
