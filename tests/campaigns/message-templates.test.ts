import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOutbound } from '../../server/outbound/make-outbound';
import { placeholderFault } from '../../src/schemas/kit/merge-fields';
import { smsLength } from '../../src/schemas/kit/sms-parts';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { startRecorder, type Recorder } from '../support/recorder';

type Row = Record<string, unknown>;

describe('the length of an SMS', () => {
  it.each([
    ['a'.repeat(160), 'GSM-7', 160, 1, 0],
    ['a'.repeat(161), 'GSM-7', 161, 2, 145],
    ['€'.repeat(80), 'GSM-7', 160, 1, 0],
    ['न'.repeat(70), 'Unicode', 70, 1, 0],
    ['न'.repeat(71), 'Unicode', 71, 2, 63],
    ['🙏', 'Unicode', 2, 1, 68],
  ])('%#', (text, encoding, length, parts, left) => {
    expect(smsLength(text)).toEqual({ encoding, length, parts, left });
  });
});

it('placeholders are lead fields, with a text for leads without one', () => {
  expect(placeholderFault('Hi {{name}}, {{ city | your city }}')).toBeUndefined();
  expect(placeholderFault('Hi {{nmae}}')).toContain('{{nmae}} is not a lead field');
  expect(placeholderFault('Hi {{first name}}')).toContain('Write placeholders as');
  expect(placeholderFault('Due {{date}}', ['date'])).toBeUndefined();
});

describe.each(await reachableDatabases())('message templates on $name', ({ fresh }) => {
  let test: TestApp;
  let admin: Browser;
  let counsellor: Browser;
  let provider: Recorder;
  let tenant = '';
  beforeAll(async () => {
    provider = await startRecorder();
    test = await build({ store: await fresh() });
    tenant = test.fixture.tenants.northstar;
    Object.assign(test.services, { outbound: makeOutbound({ allow: [`127.0.0.1:${provider.port}`] }) });
    admin = await signIn(test, 'admin@northstar.example');
    counsellor = await signIn(test, 'counsellor@northstar.example');
    await edit(
      test,
      tenant,
      `insert into leads (tenant_id, id, name, phone, email, tags) values ('${tenant}', 'zz-lead', 'Asha <b>', '+919820000001', 'asha@example.com', '[]')`,
    );
  });
  afterAll(async () => {
    await test.close();
    await provider.close();
  });

  const ask = (path: string, body: unknown, who = admin): Promise<Answer> => call(test, who, 'POST', path, body);
  const idOf = ({ body }: Answer): string => String((body as { data: Row }).data['id']);
  const rows = (statement: string): Promise<Row[]> => test.store.admin(statement);
  const preview = async (channel: string, template: Row, lead_id = 'zz-lead'): Promise<Row> => {
    const answer = await ask('template-previews', { channel, template, lead_id });
    expect([answer.code, answer.text]).toEqual([200, answer.text]);
    return (answer.body as { data: Row }).data;
  };

  it('previews what is typed with a real lead, before anything is saved', async () => {
    expect(await preview('sms', { body: 'Dear {{name}} of {{city|your city}} नमस्ते' })).toMatchObject({
      lead_name: 'Asha <b>',
      body: 'Dear Asha <b> of your city नमस्ते',
      missing: [],
      size: { encoding: 'Unicode', parts: 1 },
    });
    expect(await preview('sms', { body: 'In {{city}}' })).toMatchObject({ missing: ['{{city}}'] });
    const mail = await preview('email', {
      subject: 'For {{name}}',
      body_html: '<p>Dear {{name}}</p><script>alert(1)</script><p onclick="x()">Bye</p>',
    });
    expect(mail).toMatchObject({ subject: 'For Asha <b>', plain: 'Dear Asha <b>\nBye' });
    expect(mail['body']).toBe('<p>Dear Asha &#60;b&#62;</p><p>Bye</p>');
    const variables = [{ placeholder: '{{1}}', field: 'name' }];
    expect(await preview('whatsapp', { template_body: 'Hi {{1}}', variables })).toMatchObject({ body: 'Hi Asha <b>' });
    expect((await ask('template-previews', { channel: 'whatsapp', template: {} }, counsellor)).code).toBe(403);
    const another = await ask('template-previews', { channel: 'sms', template: { body: 'x' }, lead_id: 'no-such' });
    expect(another.code).toBe(404);
  });

  it.each([
    ['savesmstemplate', { name: 'A', body: 'Hi {{nmae}}' }, 'body', 'not a lead field'],
    ['savesmstemplate', { name: 'A', body: 'Pay {{name}} now', dlt_text: 'Pay {#var#}' }, 'body', 'registered DLT text'],
    [
      'create/campaign/template',
      { name: 'A', channel: 'email', subject: '{{x}}', body_html: '<p>x</p>' },
      'subject',
      'not a lead field',
    ],
    ['save-whtsp-template', { template_name: 'a', template_body: 'Hi {{name}}' }, 'template_body', '{{1}}, {{2}}'],
    ['save-whtsp-template', { template_name: 'a', template_body: 'Hi {{2}}' }, 'template_body', '{{1}} is missing'],
    [
      'save-whtsp-template',
      { template_name: 'a', template_body: 'Hi', buttons: [{ type: 'URL', text: 'Go' }] },
      'buttons.0.url',
      'enter a URL',
    ],
  ])('refuses %s with %o, naming the field', async (path, draft, field, why) => {
    const refused = await ask(path, {
      category: 'UTILITY',
      language: 'en',
      ...draft,
      ...(path.includes('whtsp') ? {} : { category: undefined, language: undefined }),
    });
    expect(refused.code).toBe(422);
    expect(refused.body['errors']).toMatchObject([{ path: field, message: expect.stringContaining(why) }]);
  });

  it('a test goes through the outbox, with the values of a lead, and names what is wrong', async () => {
    const made = await ask('savesmstemplate', { name: 'Visit', body: 'Dear {{name}} of {{city|your city}}' });
    expect([made.code, made.text]).toEqual([200, made.text]);
    const template_id = idOf(made);
    const sent = await ask('template-tests', { channel: 'sms', template_id, to: '98200 00009', lead_id: 'zz-lead' });
    expect([sent.code, sent.body['message']]).toEqual([200, 'Test sent to +919820000009.']);
    expect(await rows(`select body, state from outbox_messages where "to" = '+919820000009'`)).toEqual([
      { body: 'Dear Asha <b> of your city', state: 'sandbox' },
    ]);
    const wrong = await ask('template-tests', { channel: 'sms', template_id, to: 'x@y.example' });
    expect([wrong.code, wrong.body['errors']]).toEqual([422, [{ path: 'to', message: 'Enter a valid phone number' }]]);
    const gone = await ask('template-tests', { channel: 'sms', template_id: 'none', to: '9820000009' });
    expect(gone.body['errors']).toMatchObject([{ path: 'template_id' }]);
  });

  it('hands a WhatsApp template in once, keeps the refusal with its reason, and hears of the decision', async () => {
    const settings = { endpoint: provider.url, account: 'waba', sender: '2', app_id: 'app' };
    const draft = {
      channel: 'whatsapp',
      provider: 'meta',
      settings,
      credentials: { key: 'app-secret', secret: 'token' },
      status: 1,
    };
    expect((await ask('res/provider-settings', draft)).code).toBe(200);
    let theirs: Row[] = [];
    let decision: { status?: number; body: unknown } = { body: { id: '77', status: 'PENDING' } };
    provider.answer = ({ method, path }) => {
      if (path.startsWith('/photo')) return { body: 'jpeg' };
      if (path.startsWith('/app/uploads')) return { body: { id: 'upload:1' } };
      if (path.startsWith('/upload:1')) return { body: { h: 'handle-1' } };
      return method === 'GET' ? { body: { data: theirs } } : decision;
    };
    const template = {
      template_name: 'visit_day',
      category: 'MARKETING',
      language: 'en',
      header_type: 'IMAGE',
      header_media_url: `${provider.url}/photo.jpg`,
      template_body: 'Hi {{1}}, come on {{2}}.',
      footer: 'Reply STOP to opt out',
      buttons: [{ type: 'URL', text: 'Directions', url: 'https://northstar.example/map' }],
      variables: [{ placeholder: '{{1}}', field: 'name' }],
      sample_values: ['Asha', 'Friday'],
    };
    const id = idOf(await ask('save-whtsp-template', template));
    const state = async (): Promise<Row> =>
      (
        await rows(`select provider_status as state, rejected_reason as why from whatsapp_templates where id = '${String(id)}'`)
      )[0]!;
    const work = async (): Promise<void> => {
      test.services.jobs.start();
      test.services.jobs.wake();
      await expect
        .poll(
          async () =>
            (await rows(`select id from jobs where state in ('queued', 'running') and (run_at is null or run_at <= now())`))
              .length,
        )
        .toBe(0);
      await test.services.jobs.stop();
    };
    await work();
    expect(await state()).toEqual({ state: 'PENDING', why: null });
    const submissions = () =>
      provider.heard.filter(({ method, path }) => method === 'POST' && path.includes('message_templates'));
    expect(submissions()).toHaveLength(1);
    expect(JSON.parse(submissions()[0]!.text)).toEqual({
      name: 'visit_day',
      language: 'en',
      category: 'MARKETING',
      components: [
        { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['handle-1'] } },
        { type: 'BODY', text: 'Hi {{1}}, come on {{2}}.', example: { body_text: [['Asha', 'Friday']] } },
        { type: 'FOOTER', text: 'Reply STOP to opt out' },
        { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Directions', url: 'https://northstar.example/map' }] },
      ],
    });
    const known = { id: '77', name: 'visit_day', category: 'MARKETING', language: 'en' };
    theirs = [{ ...known, status: 'APPROVED', components: [{ type: 'BODY', text: 'Hi {{1}}, come on {{2}}.' }] }];
    expect((await ask(`whatsapp-templates/${String(id)}/review`, {})).code).toBe(200);
    await work();
    expect(await state()).toEqual({ state: 'APPROVED', why: null });
    expect(submissions()).toHaveLength(1);

    decision = {
      status: 400,
      body: { error: { message: 'Invalid parameter', error_user_msg: 'The text has too many variables.' } },
    };
    expect((await ask(`update-whtsp-template/${String(id)}`, { template_body: '{{1}} {{2}}' })).code).toBe(200);
    await work();
    expect(await state()).toEqual({ state: 'REJECTED', why: 'WhatsApp refused the template: The text has too many variables.' });

    const value = { event: 'PAUSED', message_template_name: 'visit_day', message_template_language: 'en', reason: 'NONE' };
    const report = JSON.stringify({ entry: [{ changes: [{ field: 'message_template_status_update', value }] }] });
    const hook = (secret: string): Promise<number> =>
      test.app
        .inject({
          method: 'POST',
          url: `/api/whatsapp/webhook/${tenant}`,
          payload: report,
          headers: {
            'content-type': 'application/json',
            'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(report).digest('hex')}`,
          },
        })
        .then((answer) => Number((JSON.parse(answer.body) as { code?: number }).code ?? answer.statusCode));
    expect(await hook('guessed')).toBe(403);
    expect(await hook('app-secret')).toBe(200);
    expect(await state()).toEqual({ state: 'PAUSED', why: null });
  });
});
