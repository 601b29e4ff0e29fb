import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeOutbound } from '../../server/outbound/make-outbound';
import { build, call, edit, newBrowser, signIn, type Browser, type TestApp } from '../support/app';
import { startMailServer, type MailServer } from '../support/mail-server';

let test: TestApp;
let admin: Browser;
let mail: MailServer;
let twilio: Server;
let asked: { url: string; authorization: string | undefined; form: Record<string, string> }[] = [];
let status = 201;
let address = '';

beforeAll(async () => {
  mail = await startMailServer();
  twilio = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += String(part)));
    request.on('end', () => {
      const { authorization } = request.headers;
      asked.push({ url: request.url!, authorization, form: Object.fromEntries(new URLSearchParams(text)) });
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"sid":"SM1"}');
    });
  });
  await new Promise<void>((go) => twilio.listen(0, '127.0.0.1', go));
  const { port } = twilio.address() as AddressInfo;
  address = `http://127.0.0.1:${port}`;
  test = await build();
  Object.assign(test.services, { outbound: makeOutbound({ allow: [`127.0.0.1:${port}`, `127.0.0.1:${mail.port}`] }) });
  admin = await signIn(test, 'admin@northstar.example');
});
afterAll(async () => {
  twilio.close();
  await mail.close();
  await test.close();
});
beforeEach(async () => {
  await edit(test, test.fixture.tenants.northstar, `delete from "provider_settings"`);
  Object.assign(test.services.config, { mail: undefined });
  mail.heard.length = 0;
  mail.answer = '250 taken';
  asked = [];
  status = 201;
});

async function done(): Promise<void> {
  test.services.jobs.start();
  for (let open = 1; open;) {
    const rows = await test.store.admin(
      `select count(*)::int as n from "jobs" where "state" in ('queued', 'running') and ("run_at" is null or "run_at" <= clock_timestamp())`,
    );
    open = Number(rows[0]!['n']);
    if (open) await new Promise((go) => setTimeout(go, 20));
  }
  await test.services.jobs.stop();
}
const provider = async (channel: string, name: string, settings: object, credentials?: object) => {
  const draft = { channel, provider: name, settings, status: 1, ...(credentials ? { credentials } : {}) };
  const made = await call(test, admin, 'POST', 'res/provider-settings', draft);
  expect(made.status).toBeLessThan(300);
};
const outbox = (channel: string) =>
  test.store.admin(
    `select "to", "body", "code", "provider", "state", "error" from "outbox_messages" where "channel" = '${channel}' order by "created_at" desc, "id" desc limit 1`,
  );
const sms = () => call(test, admin, 'POST', 'sendsmstest', { phone: '9820098200', body: 'Hello' });
const asksForCode = async (): Promise<string> => {
  const browser = newBrowser();
  const email = 'manager@northstar.example';
  await call(test, browser, 'POST', 'users/signin', { email, username: email, password: 'Prospectus#2026' });
  expect((await call(test, browser, 'POST', 'users/send-otp', { email })).code).toBe(200);
  return email;
};

describe('messages with a provider', () => {
  it('an SMS is sent by the tenant’s own Twilio account, and without one stays in the sandbox', async () => {
    await sms();
    expect((await outbox('sms'))[0]).toMatchObject({ provider: 'sandbox', state: 'sandbox' });
    await provider('sms', 'twilio', { endpoint: address, account: 'AC1', sender: 'NRTHST' }, { key: 'SK1', secret: 'hush' });
    await sms();
    await done();
    expect(asked).toEqual([
      {
        url: '/2010-04-01/Accounts/AC1/Messages.json',
        authorization: `Basic ${Buffer.from('SK1:hush').toString('base64')}`,
        form: {
          To: '+919820098200',
          From: 'NRTHST',
          Body: expect.stringContaining('Hello'),
          StatusCallback: expect.stringContaining('/api/provider-reports/'),
        },
      },
    ]);
    expect((await outbox('sms'))[0]).toMatchObject({ provider: 'twilio', state: 'sent', error: null });
  });

  it('a request to a provider that is down is retried; the outbox shows the error meanwhile', async () => {
    await provider('sms', 'twilio', { endpoint: address, account: 'AC1', sender: 'NRTHST' }, { key: 'SK1', secret: 'hush' });
    status = 500;
    await sms();
    await done();
    expect((await outbox('sms'))[0]).toMatchObject({ state: 'failed', error: expect.stringMatching(/SMS provider refused/) });
    expect(JSON.stringify(await outbox('sms'))).not.toContain('hush');
    status = 201;
    await edit(test, test.fixture.tenants.northstar, `update "jobs" set "run_at" = now() where "kind" = 'send-message'`);
    await done();
    expect((await outbox('sms'))[0]).toMatchObject({ state: 'sent', error: null });
  });

  it('a sign-in code is sent by the operator’s mail server, whatever the tenant set, and is never stored in plain text', async () => {
    const from = { name: 'Prospectus', address: 'codes@prospectus.example' };
    Object.assign(test.services.config, { mail: { host: '127.0.0.1', port: mail.port, secure: false, from } });
    await provider('email', 'smtp', { endpoint: 'smtp://127.0.0.1:9', sender: 'us@northstar.example' });
    const before = test.messages.length;
    const to = await asksForCode();
    await done();
    expect(mail.heard).toHaveLength(1);
    expect(mail.heard[0]).toMatchObject({ from: from.address, to });
    const code = /code is (\d+)/.exec(mail.heard[0]!.text)![1]!;
    expect(test.messages).toHaveLength(before);
    expect((await outbox('email'))[0]).toMatchObject({ to, provider: 'operator', state: 'sent', code: null });
    for (const table of ['outbox_messages', 'jobs', 'audit'])
      expect(JSON.stringify(await test.store.admin(`select * from "${table}" order by 1 desc limit 50`))).not.toContain(code);
  });

  it('a mail from a template is sent as HTML with a plain text alternative', async () => {
    await provider('email', 'smtp', { endpoint: `smtp://127.0.0.1:${mail.port}`, sender: 'us@northstar.example' });
    const tenantId = test.fixture.tenants.northstar;
    const actor = { tenantId, userId: null, ip: '', agent: 'test', requestId: 'test' };
    const message = {
      channel: 'email',
      to: 'meera@example.com',
      subject: 'Welcome',
      body: '<p>Dear <b>Meera</b></p>',
      html: true,
    } as const;
    await test.store.transaction(actor, (tx) => test.services.channels.send(tx, tenantId, message));
    await done();
    const text = mail.heard[0]!.text;
    expect(text).toMatch(/^Content-Type: multipart\/alternative/m);
    const [, plain, html] = text.split(/^Content-Type: text\/(?=plain|html)/m);
    expect(plain).toContain('Dear Meera');
    expect(plain).not.toContain('<b>');
    expect(html).toContain('<p>Dear <b>Meera</b></p>');
  });

  it('mail is sent by the tenant’s own server; one inside the operator’s network is not reached, a permanent refusal not retried', async () => {
    await provider('email', 'smtp', {
      endpoint: `smtp://127.0.0.1:${mail.port}`,
      sender: 'us@northstar.example',
      sender_name: 'North',
    });
    const to = await asksForCode();
    await done();
    expect(mail.heard[0]).toMatchObject({ from: 'us@northstar.example', to });
    expect(mail.heard[0]!.text).toMatch(/^From: North <us@northstar.example>$/m);
    mail.answer = '550 no such box';
    await asksForCode();
    await done();
    expect((await outbox('email'))[0]).toMatchObject({ state: 'failed', error: 'The mail server rejected the email (550).' });
    await edit(
      test,
      test.fixture.tenants.northstar,
      `update "provider_settings" set "settings" = '{"endpoint":"smtp://127.0.0.1:5432","sender":"us@northstar.example"}'`,
    );
    await asksForCode();
    await done();
    expect((await outbox('email'))[0]!['error']).toMatch(/does not lead to a public server/);
  });
});
