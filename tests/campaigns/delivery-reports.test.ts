import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readUnsubscribe, unsubscribeUrl } from '../../server/campaigns/unsubscribe';
import { readReportAddress, reportAddress } from '../../server/channels/report-address';
import { countedLink, readTracked, trackedHtml } from '../../server/channels/tracked-html';
import { makeOutbound } from '../../server/outbound/make-outbound';
import { makeSecrets, type Secrets } from '../../server/store/secrets';
import { build, call, edit, signIn, type Browser, type TestApp } from '../support/app';
import { actor } from '../support/database';
import { startMailServer, type MailServer } from '../support/mail-server';
import { reachableDatabases } from '../support/postgres';
import { startRecorder, type Recorder } from '../support/recorder';

type Row = Record<string, unknown>;

describe.each(await reachableDatabases())('delivery reports of providers on $name', ({ fresh }) => {
  let test: TestApp;
  let admin: Browser;
  let counsellor: Browser;
  let provider: Recorder;
  let mail: MailServer;
  let tenant = '';
  beforeAll(async () => {
    [provider, mail] = [await startRecorder(), await startMailServer()];
    test = await build({ store: await fresh() });
    tenant = test.fixture.tenants.northstar;
    Object.assign(test.services, { outbound: makeOutbound({ allow: [`127.0.0.1:${provider.port}`, `127.0.0.1:${mail.port}`] }) });
    admin = await signIn(test, 'admin@northstar.example');
    counsellor = await signIn(test, 'counsellor@northstar.example');
  });
  afterAll(async () => {
    await test.close();
    await provider.close();
    await mail.close();
  });

  const rows = (statement: string): Promise<Row[]> => test.store.admin(statement);
  const rowOf = async (id: string): Promise<Row> => (await rows(`select * from outbox_messages where id = '${id}'`))[0]!;
  const stateOf = async (id: string): Promise<unknown> => (await rowOf(id))['state'];
  /** The tenant's only provider of the channel; returns its record. */
  async function use(channel: string, name: string, values: Row, credentials?: Row): Promise<Row> {
    await edit(test, tenant, `update provider_settings set status = 0 where channel = '${channel}'`);
    await edit(
      test,
      tenant,
      `delete from provider_states where provider_id in (select id from provider_settings where channel = '${channel}')`,
    );
    await edit(test, tenant, `delete from provider_settings where channel = '${channel}'`);
    const draft = { channel, provider: name, status: 1, ...values, ...(credentials ? { credentials } : {}) };
    const made = await call(test, admin, 'POST', 'res/provider-settings', draft);
    expect([made.code, made.text]).toEqual([200, made.text]);
    return provided((made.body as Row)['id']);
  }
  const provided = async (id: unknown): Promise<Row> =>
    (await call(test, admin, 'GET', `res/provider-settings/${String(id)}`)).body as Row;
  async function send(channel: 'sms' | 'email', to: string, more: Row = {}): Promise<string> {
    const { id } = await test.store.transaction(actor(tenant), (tx) =>
      test.services.channels.send(tx, tenant, { channel, to, subject: 'Hello', body: 'Hello', ...more }),
    );
    test.services.jobs.start();
    await expect
      .poll(async () => {
        await edit(test, tenant, `update jobs set run_at = null where state = 'queued' and run_at > now()`);
        test.services.jobs.wake();
        return (await rows(`select id from jobs where state in ('queued', 'running') and kind = 'send-message'`)).length;
      })
      .toBe(0);
    await test.services.jobs.stop();
    return id;
  }
  async function post(url: unknown, payload: string, headers: Record<string, string> = {}): Promise<number> {
    const type = payload.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded';
    const path = new URL(String(url)).pathname;
    const answer = await test.app.inject({ method: 'POST', url: path, payload, headers: { 'content-type': type, ...headers } });
    return answer.statusCode === 200 ? Number((JSON.parse(answer.body) as { code?: number }).code ?? 200) : answer.statusCode;
  }
  const hex = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex');

  it('Twilio: a report moves the row, repeats and older ones change nothing, forged and unknown ones neither', async () => {
    const row = await use(
      'sms',
      'twilio',
      { settings: { endpoint: provider.url, account: 'AC1', sender: 'NRTHST' } },
      { secret: 'token' },
    );
    provider.answer = () => ({ status: 201, body: { sid: 'SM1' } });
    const id = await send('sms', '+919820012345');
    expect(await rowOf(id)).toMatchObject({ state: 'sent', provider_id: 'SM1' });
    const asked = new URLSearchParams(provider.heard.at(-1)!.text);
    expect(asked.get('StatusCallback')).toBe(row['report_url']);
    const report = (form: Record<string, string>, token = 'token'): Promise<number> => {
      const text = Object.keys(form)
        .sort()
        .reduce((all, name) => all + name + form[name]!, String(row['report_url']));
      const signature = createHmac('sha1', token).update(text).digest('base64');
      return post(row['report_url'], new URLSearchParams(form).toString(), { 'x-twilio-signature': signature });
    };
    expect(await report({ MessageSid: 'SM1', MessageStatus: 'delivered' }, 'guessed')).toBe(403);
    expect(await stateOf(id)).toBe('sent');
    expect(await report({ MessageSid: 'SM1', MessageStatus: 'delivered' })).toBe(200);
    const delivered = await rowOf(id);
    expect(delivered['state']).toBe('delivered');
    expect(await report({ MessageSid: 'SM1', MessageStatus: 'delivered' })).toBe(200);
    expect(await report({ MessageSid: 'SM1', MessageStatus: 'sent' })).toBe(200);
    expect(await report({ MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30003' })).toBe(200);
    expect(await rowOf(id)).toEqual(delivered);
    expect(await report({ MessageSid: 'SM-of-another', MessageStatus: 'delivered' })).toBe(200);
    expect(await provided(row['id'])).toMatchObject({ unknown_reports: 1 });
    const address = String(row['report_url']);
    expect(await post(`${address.slice(0, -3)}abc`, 'MessageSid=SM1&MessageStatus=read')).toBe(403);
    provider.answer = () => ({ status: 400, body: { code: 21211, message: 'Invalid To' } });
    expect(await rowOf(await send('sms', '+919820012346'))).toMatchObject({
      state: 'failed',
      error: 'The SMS provider refused the message (Twilio error 21211).',
    });
    expect(await provided(row['id'])).toMatchObject({ last_error: 'The SMS provider refused the message (Twilio error 21211).' });
  });

  it('MSG91: the DLT template goes along, an error inside a 200 is a refusal, and both forms of its reports are read', async () => {
    const row = await use('sms', 'msg91', { settings: { endpoint: provider.url, sender: 'NRTHST' } }, { secret: 'auth-key' });
    provider.answer = () => ({ body: { type: 'success', message: 'req-1' } });
    const dlt = { entity: '11', template: '1107' };
    const id = await send('sms', '9820012345', { body: 'नमस्ते 🙏', dlt });
    const { headers, text } = provider.heard.at(-1)!;
    expect(headers['authkey']).toBe('auth-key');
    expect(JSON.parse(text)).toMatchObject({
      sender: 'NRTHST',
      unicode: '1',
      DLT_TE_ID: '1107',
      sms: [{ message: 'नमस्ते 🙏', to: ['919820012345'] }],
    });
    const group = [{ requestId: 'req-1', report: [{ number: '919820012345', status: '1', desc: 'DELIVERED' }] }];
    expect(await post(row['report_url'], new URLSearchParams({ data: JSON.stringify(group) }).toString())).toBe(200);
    expect(await stateOf(id)).toBe('delivered');
    provider.answer = () => ({ body: { type: 'success', message: 'req-2' } });
    const second = await send('sms', '9820012346');
    expect(await post(row['report_url'], JSON.stringify({ requestId: 'req-2', status: '16', desc: 'REJECTED' }))).toBe(200);
    expect(await rowOf(second)).toMatchObject({ state: 'failed', error: 'REJECTED' });
    provider.answer = () => ({ body: { type: 'success', message: 'req-3' } });
    const third = await send('sms', '9820012348');
    const desc = `Blocked\0 ${'x'.repeat(490)}🙏 by the operator`;
    const odd = [{ requestId: 'req-3', report: [{ number: '919820012348', status: '17', desc }] }];
    expect(await post(row['report_url'], new URLSearchParams({ data: JSON.stringify(odd) }).toString())).toBe(200);
    expect(await rowOf(third)).toMatchObject({ state: 'failed', error: expect.stringMatching(/^Blocked x+$/) as string });
    provider.answer = () => ({ body: { type: 'error', message: 'Invalid DLT template' } });
    expect(await stateOf(await send('sms', '9820012347'))).toBe('failed');
    expect(await post(row['report_url'], 'data=not-json')).toBe(200);
  });

  it('any gateway: the request and what an answer and a report mean are the settings’, and its address passes the guard', async () => {
    const request = {
      method: 'POST',
      body: '{"to":"{{digits}}","text":"{{text}}","ref":"{{key}}","tpl":"{{dlt_template_id}}"}',
      auth_header: 'x-api-key',
      accepted: 'result.status=ok',
      id_at: 'result.ids.0',
      report_id: 'msg.id',
      report_state: 'msg.state',
      delivered_words: 'DELIVRD, done',
      failed_words: 'UNDELIV',
      reply_from: 'who',
      reply_text: 'said',
    };
    const row = await use(
      'sms',
      'custom',
      { settings: { endpoint: `${provider.url}/send` }, request },
      { secret: 'k', report: 'sign' },
    );
    provider.answer = () => ({ body: { result: { status: 'ok', ids: ['g-1'] } } });
    const id = await send('sms', '+919820012345', { body: 'Say "hi"\nnow', dlt: { entity: null, template: '7' } });
    const { headers, text } = provider.heard.at(-1)!;
    expect(headers['x-api-key']).toBe('k');
    expect(JSON.parse(text)).toEqual({ to: '919820012345', text: 'Say "hi"\nnow', ref: id, tpl: '7' });
    const report = JSON.stringify({ msg: { id: 'g-1', state: 'delivrd' } });
    expect(await post(row['report_url'], report)).toBe(403);
    expect(await post(row['report_url'], report, { 'x-signature': `sha256=${hex('other', report)}` })).toBe(403);
    expect(await stateOf(id)).toBe('sent');
    expect(await post(row['report_url'], report, { 'x-signature': `sha256=${hex('sign', report)}` })).toBe(200);
    expect(await stateOf(id)).toBe('delivered');
    const reply = '{"who":"98200 12345","said":"STOP"}';
    const out = (): Promise<Row[]> => rows(`select channel, how from opt_outs where address = '+919820012345'`);
    expect(await post(row['report_url'], reply, { 'x-signature': `sha256=${hex('guessed', reply)}` })).toBe(403);
    expect(await out()).toEqual([]);
    expect(await post(row['report_url'], reply, { 'x-signature': `sha256=${hex('sign', reply)}` })).toBe(200);
    expect(await out()).toEqual([{ channel: 'sms', how: 'keyword' }]);
    provider.answer = () => ({ body: { result: { status: 'insufficient' } } });
    expect(await rowOf(await send('sms', '+919820012346'))).toMatchObject({
      state: 'failed',
      error: 'The SMS provider answered that it did not accept the message.',
    });
    const inside = await use('sms', 'custom', { settings: { endpoint: 'http://127.0.0.1:1/send' }, request }, { secret: 'k' });
    const tried = await call(test, admin, 'POST', `provider-settings/${String(inside['id'])}/test`, { to: '+919820012345' });
    expect([tried.code, tried.text]).toEqual([409, expect.stringContaining('port 80 or 443')]);
  });

  it('Mailgun and any mail server: bounces fail the row, complaints opt out, temporary failures wait, forged ones are refused', async () => {
    const settings = { endpoint: `smtp://127.0.0.1:${mail.port}`, sender: 'us@northstar.example' };
    const row = await use('email', 'mailgun', { settings }, { report: 'signing' });
    const event = (id: string, data: Row, key = 'signing', hoursAgo = 0): Promise<number> => {
      const [timestamp, token] = [String(Math.floor(Date.now() / 1000) - hoursAgo * 3600), 'abcdef'];
      const signature = { timestamp, token, signature: hex(key, timestamp + token) };
      const about = { message: { headers: { 'message-id': `${id}@northstar.example` } } };
      return post(row['report_url'], JSON.stringify({ signature, 'event-data': { ...about, ...data } }));
    };
    const [bounced, complained] = [await send('email', 'a@example.com'), await send('email', 'b@example.com')];
    expect(await event(bounced, { event: 'failed', severity: 'permanent' }, 'guessed')).toBe(403);
    expect(await event(bounced, { event: 'failed', severity: 'permanent' }, 'signing', 25)).toBe(403);
    expect(await event(bounced, { event: 'failed', severity: 'temporary' })).toBe(200);
    expect(await stateOf(bounced)).toBe('sent');
    expect(await event(bounced, { event: 'failed', severity: 'permanent', 'delivery-status': { code: 550 } })).toBe(200);
    expect(await rowOf(bounced)).toMatchObject({ state: 'failed', error: 'Bounced (550)' });
    expect(await event(complained, { event: 'opened' })).toBe(200);
    expect(await event(complained, { event: 'delivered' })).toBe(200);
    expect(await stateOf(complained)).toBe('read');
    expect(await event(complained, { event: 'complained' })).toBe(200);
    expect(await rows(`select address from opt_outs where channel = 'email' and deleted_at is null`)).toEqual([
      { address: 'b@example.com' },
    ]);

    const own = await use('email', 'smtp', { settings }, { report: 'shared' });
    const third = await send('email', 'c@example.com');
    const text = JSON.stringify({ message_id: `<${third}@northstar.example>`, state: 'bounced', code: '551' });
    expect(await post(own['report_url'], text)).toBe(403);
    expect(await post(own['report_url'], text, { 'x-signature': `sha256=${hex('shared', text)}` })).toBe(200);
    expect(await rowOf(third)).toMatchObject({ state: 'failed', error: 'Bounced (551)' });
  });

  it("counts opens and clicks of a campaign's email by links that were signed here, and leads nowhere else", async () => {
    const id = await send('email', 'd@example.com');
    const keep = 'https://crm.example/api/unsubscribe/x';
    const html = `<p><a href="https://northstar.example/apply?a=1&amp;b=2">Apply</a> <a href="${keep}">Unsubscribe</a></p>`;
    const tracked = trackedHtml(html, { tenantId: tenant, key: id, keep }, test.services);
    expect(tracked).toContain(`href="${keep}"`);
    const [click] = /[^"]*mail-clicks[^"]*/.exec(tracked)!;
    const [open] = /[^"]*mail-opens[^"]*/.exec(tracked)!;
    const get = (url: string) => test.app.inject({ method: 'GET', url: new URL(url).pathname });
    const picture = await get(open);
    expect([picture.statusCode, picture.headers['content-type'], await stateOf(id)]).toEqual([200, 'image/gif', 'read']);
    const followed = await get(click);
    expect([followed.statusCode, followed.headers['location']]).toEqual([302, 'https://northstar.example/apply?a=1&b=2']);
    expect(await stateOf(id)).toBe('clicked');
    const elsewhere = Buffer.from('https://evil.example').toString('base64url');
    const forged = click.replace(/\.[\w-]+\.([\w-]+)$/, `.${elsewhere}.$1`);
    const refused = await get(forged);
    expect([refused.statusCode, refused.headers['location'], refused.body]).toEqual([
      404,
      undefined,
      expect.stringContaining('This link no longer works'),
    ]);
    expect(readTracked(test.services, 'mail-clicks', forged.split('/').at(-1)!)).toBeUndefined();
  });

  it('an email has its own plain text next to the HTML where there is one, else that of the HTML', async () => {
    const settings = { endpoint: `smtp://127.0.0.1:${mail.port}`, sender: 'us@northstar.example' };
    await use('email', 'smtp', { settings });
    await send('email', 'plain@example.com', { html: true, body: '<p>Styled</p>', plain: 'Said plainly' });
    expect(mail.heard.at(-1)!.text).toMatch(/text\/plain[^]*Said plainly[^]*text\/html[^]*<p>Styled<\/p>/);
    await send('email', 'plain@example.com', { html: true, body: '<p>Styled</p>' });
    expect(mail.heard.at(-1)!.text).toMatch(/text\/plain[^]*Styled[^]*text\/html[^]*<p>Styled<\/p>/);
  });

  it('what was given out before a rotation is taken as long as the key before is there: report address, links, unsubscribing', async () => {
    const { config } = test.services;
    const [old, other] = ['old'.repeat(12), 'other'.repeat(8)];
    const before = { config, secrets: makeSecrets(old) };
    const tokenOf = (address: string): string => address.split('/').at(-1)!;
    const report = tokenOf(reportAddress(before, tenant, 'p1'));
    const unsubscribing = tokenOf(unsubscribeUrl(before, tenant, 'm1'));
    const click = tokenOf(countedLink('https://northstar.example', { tenantId: tenant, key: 'm1' }, before));
    const readBy = (secrets: Secrets): unknown[] => [
      readReportAddress({ secrets }, report)?.providerId,
      readUnsubscribe({ secrets }, unsubscribing)?.messageId,
      readTracked({ secrets }, 'mail-clicks', click)?.target,
    ];
    expect(readBy(makeSecrets(other, old))).toEqual(['p1', 'm1', 'https://northstar.example']);
    expect(readBy(makeSecrets(other))).toEqual([undefined, undefined, undefined]);
    expect(readBy(makeSecrets(other, other))).toEqual([undefined, undefined, undefined]);
  });

  it('a test of a provider is a row of the ledger and says what the provider said', async () => {
    const row = await use('sms', 'msg91', { settings: { endpoint: provider.url, sender: 'NRTHST' } }, { secret: 'k' });
    const path = `provider-settings/${String(row['id'])}/test`;
    provider.answer = () => ({ body: { type: 'success', message: 'req-t' } });
    const fine = await call(test, admin, 'POST', path, { to: '9820012345' });
    expect([fine.code, fine.text]).toEqual([200, expect.stringContaining('The provider accepted the message')]);
    expect(await rows(`select state, "to" from outbox_messages where provider_id = 'req-t'`)).toEqual([
      { state: 'sent', to: '+919820012345' },
    ]);
    provider.answer = () => ({ status: 401, body: {} });
    const refused = await call(test, admin, 'POST', path, { to: '9820012345' });
    expect([refused.code, refused.text]).toEqual([409, expect.stringContaining('refused the request (401)')]);
    expect(await provided(row['id'])).toMatchObject({ last_error: expect.stringContaining('401') });
    const wrong = await call(test, admin, 'POST', path, { to: 'nobody' });
    expect([wrong.code, wrong.text]).toEqual([422, expect.stringContaining('Enter a valid phone number')]);
    expect((await call(test, counsellor, 'POST', path, { to: '9820012345' })).code).toBe(403);
  });
});
