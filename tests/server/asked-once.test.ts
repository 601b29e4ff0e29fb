import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { tellTeams } from '../../server/automation/teams-post';
import { makeOutbound } from '../../server/outbound/make-outbound';
import { actor } from '../support/database';
import { build, call, edit, signIn, type Answer, type Browser, type TestApp } from '../support/app';
import { startMailServer, type MailServer } from '../support/mail-server';
import { reachableDatabases } from '../support/postgres';
import { startProvider, type StandIn } from '../support/provider-stand-in.mjs';

type Row = Record<string, unknown>;

/** TRUST-R25: what is asked of the world is written first, and nothing is asked twice by itself. */
describe.each(await reachableDatabases())('one request to a provider on $name', ({ fresh }) => {
  let test: TestApp;
  let admin: Browser;
  let provider: StandIn;
  let mail: MailServer;
  let tenant = '';
  let made = 0;

  beforeAll(async () => {
    provider = await startProvider();
    mail = await startMailServer();
    test = await build({ store: await fresh() });
    tenant = test.fixture.tenants.northstar;
    Object.assign(test.services, { outbound: makeOutbound({ allow: [`127.0.0.1:${provider.port}`, `127.0.0.1:${mail.port}`] }) });
    admin = await signIn(test, 'admin@northstar.example');
    const settings: [string, string, Row][] = [
      ['sms', 'twilio', { endpoint: provider.url, account: 'AC1', sender: 'NRTHST' }],
      ['email', 'smtp', { endpoint: `smtp://127.0.0.1:${mail.port}`, sender: 'us@northstar.example' }],
      ['whatsapp', 'meta', { endpoint: provider.url, account: '1', sender: '2', verify_token: 'let-me-in' }],
      ['voice', 'http', { endpoint: provider.url }],
    ];
    for (const [channel, name, values] of settings) {
      const credentials = name === 'smtp' ? {} : { credentials: { key: 'app-secret', secret: 'hush' } };
      const draft = { channel, provider: name, settings: values, status: 1, ...credentials };
      expect((await call(test, admin, 'POST', 'res/provider-settings', draft)).status).toBeLessThan(300);
    }
    await edit(
      test,
      tenant,
      `insert into whatsapp_templates (tenant_id, id, template_name, category, language, template_body, provider_status, status, variables)
       values ('${tenant}', 'tpl', 'visit', 'UTILITY', 'en', 'Hi {{1}}, see you.', 'APPROVED', 1, '[{"placeholder":"{{1}}","field":"name"}]')`,
    );
    await edit(
      test,
      tenant,
      `insert into voice_files (tenant_id, id, name, file, approval, is_active) values ('${tenant}', 'vf', 'Hello', 'files/x', 'approved', 1)`,
    );
    await edit(
      test,
      tenant,
      `insert into obd_service_numbers (tenant_id, id, number, label) values ('${tenant}', 'sn', '1409876543', 'Office')`,
    );
  });
  afterAll(async () => {
    await test.close();
    await provider.close();
    await mail.close();
  });
  afterEach(() => {
    provider.mood = 'answers';
    provider.onAsked = () => {};
    provider.asked.clear();
    provider.keys.length = 0;
    mail.answer = '250 taken';
    mail.heard.length = 0;
    test.store.beforeCommit = () => {};
  });

  const rows = (statement: string): Promise<Row[]> => test.store.admin(statement);
  /** Works until nothing is due; what waits for a later try is due at once. */
  async function worked(): Promise<void> {
    test.services.jobs.start();
    await expect
      .poll(
        async () => {
          await edit(test, tenant, `update jobs set run_at = null where state = 'queued' and run_at > now()`);
          test.services.jobs.wake();
          return (await rows(`select id from jobs where state in ('queued', 'running')`)).length;
        },
        { timeout: 60_000, interval: 30 },
      )
      .toBe(0);
    await test.services.jobs.stop();
  }
  /**
   * The process ends as soon as the provider has done what it was asked: nothing reaches the database any more. Then, after what
   * happens in the meantime, another one starts.
   */
  async function killedWhileAsking(meanwhile = async (): Promise<unknown> => undefined): Promise<void> {
    let isDead = false;
    let tries = 0;
    const die = (): void => void (isDead = true);
    provider.onAsked = die;
    test.store.beforeCommit = (_attempt, by) => {
      if (mail.heard.length) die();
      if (isDead && by.agent === 'job') {
        tries++;
        throw new Error('killed');
      }
    };
    test.services.jobs.start();
    await expect.poll(() => tries > 1, { timeout: 60_000, interval: 20 }).toBe(true);
    await test.services.jobs.stop();
    provider.onAsked = () => {};
    test.store.beforeCommit = () => {};
    await meanwhile();
    await edit(test, tenant, `update jobs set lease_until = now() - interval '1 second' where state = 'running'`);
    await worked();
  }

  const send = (channel: 'sms' | 'email', to: string): Promise<{ readonly id: string }> =>
    test.store.transaction(actor(tenant), (tx) =>
      test.services.channels.send(tx, tenant, { channel, to, subject: 'Hello', body: 'Hello' }),
    );
  const outboxState = async (id: string): Promise<unknown> =>
    (await rows(`select state from outbox_messages where id = '${id}'`))[0]!['state'];
  const outboxRow = async (id: string): Promise<Row> =>
    (await rows(`select state, error from outbox_messages where id = '${id}'`))[0]!;
  const phone = (): string => `+9198200${String(10_000 + ++made)}`;
  async function voice(phones: readonly string[]): Promise<string> {
    const phones_file = `data:text/csv;base64,${Buffer.from(`phone\n${phones.join('\n')}\n`).toString('base64')}`;
    const draft = { name: `Counselling ${++made}`, voice_file_id: 'vf', service_number_id: 'sn', phones_file };
    const answer = await call(test, admin, 'POST', 'create-voice-campaign', draft);
    expect(answer.code).toBe(200);
    return (answer.body as { data: { id: string } }).data.id;
  }
  const campaign = async (id: string): Promise<Row> => (await rows(`select * from voice_campaigns where id = '${id}'`))[0]!;

  /** A request of each channel: what is started, how often the world was asked, and what the row says. */
  const channels: { name: string; start: () => Promise<{ asked: () => number; state: () => Promise<unknown> }> }[] = [
    {
      name: 'SMS',
      async start() {
        const { id } = await send('sms', phone());
        return { asked: () => provider.total(), state: () => outboxState(id) };
      },
    },
    {
      name: 'mail',
      async start() {
        const { id } = await send('email', 'meera@example.com');
        return { asked: () => mail.heard.length, state: () => outboxState(id) };
      },
    },
    {
      name: 'WhatsApp',
      async start() {
        const body = { phone: phone(), template_id: 'tpl', params: ['Asha'] };
        const answer = await call(test, admin, 'POST', 'whatsapp/send/message', body);
        const id = (answer.body as { data: { message_id: string } }).data.message_id;
        const state = async () => (await rows(`select status from whatsapp_messages where id = '${id}'`))[0]!['status'];
        return { asked: () => provider.total(), state };
      },
    },
    {
      name: 'Teams',
      async start() {
        await edit(
          test,
          tenant,
          `update tenant set is_teams_leave_webhook_enabled = 1, teams_leave_webhook_url = '${provider.url}/teams' where tenant_id = '${tenant}'`,
        );
        const by = { tenantId: tenant, userId: admin.userId! };
        await test.store.transaction(actor(tenant), (tx) => tellTeams(tx, test.services, by, 'leave', 'A leave'));
        const [row] = await rows(
          `select id from outbox_messages where channel = 'teams' order by created_at desc, id desc limit 1`,
        );
        return { asked: () => provider.total(), state: () => outboxState(String(row!['id'])) };
      },
    },
    {
      name: 'voice',
      async start() {
        const id = await voice([phone()]);
        const state = async () => (await rows(`select status from voice_calls where campaign_id = '${id}'`))[0]!['status'];
        return { asked: () => provider.total(), state };
      },
    },
  ];

  it.each(channels)(
    'TRUST-R25 $name: a process that dies while it asks leaves it unknown, and nobody asks again',
    async ({ start }) => {
      const one = await start();
      await killedWhileAsking();
      expect(await one.state()).toBe('unknown');
      expect(one.asked()).toBe(1);
    },
  );

  it.each(channels)(
    'TRUST-R25 $name: a provider that falls silent leaves it unknown, and nobody asks again',
    async ({ start }) => {
      provider.mood = 'silent';
      mail.answer = '';
      const one = await start();
      await worked();
      expect(await one.state()).toBe('unknown');
      expect(one.asked()).toBe(1);
    },
  );

  it('TRUST-R25 a text that cannot be opened any more is a failed message with its reason, of which nobody was asked', async () => {
    const message = {
      channel: 'email',
      to: 'meera@example.com',
      subject: 'Code',
      body: 'Your code is 123456',
      code: '123456',
    } as const;
    const { id } = await test.store.transaction(actor(tenant), (tx) => test.services.channels.send(tx, tenant, message));
    await edit(test, tenant, `update jobs set payload = payload || '{"sealed":"v2.lost.AAAA"}' where payload ->> 'id' = '${id}'`);
    await worked();
    expect(await outboxRow(id)).toEqual({ state: 'failed', error: expect.stringContaining('cannot be opened') });
    expect(mail.heard).toEqual([]);
  });

  it('TRUST-R25 a mail that fails on the way to its server, or has no valid address, is failed and not unknown', async () => {
    const { outbound } = test.services;
    const publicAddress = (): Promise<string> => Promise.reject(new TypeError('a mistake of ours'));
    Object.assign(test.services, { outbound: { ...outbound, publicAddress } });
    const { id } = await send('email', 'meera@example.com');
    await worked();
    Object.assign(test.services, { outbound });
    expect(await outboxRow(id)).toEqual({
      state: 'failed',
      error: 'The request could not be prepared. The provider was not asked.',
    });
    const { id: wrong } = await send('email', '');
    await worked();
    expect(await outboxRow(wrong)).toEqual({ state: 'failed', error: 'The mail has no valid sender or recipient.' });
    expect(mail.heard).toEqual([]);
  });

  it.each(channels.filter(({ name }) => ['SMS', 'WhatsApp', 'voice'].includes(name)))(
    'TRUST-R25 $name: credentials that cannot be opened any more leave nothing unknown',
    async ({ name, start }) => {
      const kept = await rows(`select id, credentials #>> '{}' as sealed from provider_settings where credentials is not null`);
      const lost = test.services.secrets.seal('{}', 'another place');
      await edit(
        test,
        tenant,
        `update provider_settings set credentials = to_jsonb('${lost}'::text) where credentials is not null`,
      );
      const one = await start();
      await worked();
      expect(await one.state()).toBe(name === 'voice' ? 'pending' : 'failed');
      expect(one.asked()).toBe(0);
      for (const { id, sealed } of kept)
        await edit(
          test,
          tenant,
          `update provider_settings set credentials = to_jsonb('${String(sealed)}'::text) where id = '${String(id)}'`,
        );
    },
  );

  it.each(channels.filter(({ name }) => name === 'SMS' || name === 'voice'))(
    '$name: a provider that says no for now is asked again',
    async ({ name, start }) => {
      provider.mood = 'refuses';
      const one = await start();
      test.services.jobs.start();
      await expect.poll(one.state, { timeout: 30_000 }).toBe(name === 'SMS' ? 'failed' : 'pending');
      await test.services.jobs.stop();
      provider.mood = 'answers';
      await worked();
      expect(await one.state()).toBe(name === 'SMS' ? 'sent' : 'answered');
      expect(one.asked()).toBe(1);
    },
  );

  it('a mail that the server refuses for now is sent later, once', async () => {
    mail.answer = '451 later';
    const { id } = await send('email', 'meera@example.com');
    test.services.jobs.start();
    await expect.poll(() => outboxState(id), { timeout: 30_000 }).toBe('failed');
    await test.services.jobs.stop();
    mail.answer = '250 taken';
    await worked();
    expect([await outboxState(id), mail.heard.length]).toEqual(['sent', 1]);
  });

  it('a call whose answer was lost is asked of a provider that remembers keys', async () => {
    provider.mood = 'remembers';
    const id = await voice([phone()]);
    await killedWhileAsking();
    expect(await rows(`select status, duration, response from voice_calls where campaign_id = '${id}'`)).toEqual([
      { status: 'answered', duration: 12, response: 'Interested' },
    ]);
    expect(await campaign(id)).toMatchObject({ state: 'completed', unknown_calls: null, totals: { answered: 1, unknown: 0 } });
    expect(provider.total()).toBe(1);
  });

  it('unknown calls are counted and listed, and rung again when a person says so, with the keys of before', async () => {
    const phones = [phone(), phone(), phone()];
    const id = await voice(phones);
    await killedWhileAsking();
    expect(await campaign(id)).toMatchObject({
      state: 'completed',
      unknown_calls: 1,
      totals: { total: 3, answered: 2, pending: 0, unknown: 1 },
    });
    expect(provider.total()).toBe(3);
    const report = (status: string): Promise<Answer> =>
      call(test, admin, 'GET', `get-obd-campaign-report?campaign_id=${id}&page_number=1&limit=10&status=${status}`);
    const unknown = (await report('unknown')).body as { count?: number; data?: Row[] };
    expect(unknown.count).toBe(1);
    const again = () => call(test, admin, 'POST', `call-unknown-voice-calls/${id}`);
    expect((await again()).body).toMatchObject({ code: 200, message: '1 number will be called again.' });
    await worked();
    expect(await campaign(id)).toMatchObject({ state: 'completed', unknown_calls: null, totals: { answered: 3, unknown: 0 } });
    expect(provider.asked.get(String(unknown.data![0]!['phone']))).toBe(2);
    expect(new Set(provider.keys).size).toBe(3);
    expect((await again()).code).toBe(409);
  });

  it('TRUST-R25 a call that was being dialled when the process died is settled although its campaign was stopped', async () => {
    const id = await voice([phone(), phone()]);
    await killedWhileAsking(() => edit(test, tenant, `update voice_campaigns set state = 'stopped' where id = '${id}'`));
    const calls = await rows(`select status from voice_calls where campaign_id = '${id}' order by status`);
    expect(calls.map(({ status }) => status)).toEqual(['pending', 'unknown']);
    expect(provider.total()).toBe(1);
    const again = await call(test, admin, 'POST', `call-unknown-voice-calls/${id}`);
    expect([again.code, again.body['message']]).toEqual([409, 'This campaign is stopped: it calls nobody.']);
  });

  it('a campaign that was stopped makes no further call', async () => {
    const id = await voice(Array.from({ length: 12 }, phone));
    provider.onAsked = async () => {
      if (provider.total() === 3) expect((await call(test, admin, 'POST', `stopScheduleCampaign/${id}`)).code).toBe(200);
    };
    await worked();
    expect(provider.total()).toBe(3);
    expect(await campaign(id)).toMatchObject({ state: 'stopped', totals: { answered: 3, pending: 9 } });
  });

  it('a restart of the server loses no answer that came', async () => {
    const id = await voice([phone(), phone()]);
    let stopped: Promise<void> | undefined;
    provider.onAsked = () => void (stopped ??= test.services.jobs.stop());
    test.services.jobs.start();
    await expect.poll(() => stopped !== undefined, { timeout: 30_000 }).toBe(true);
    await stopped;
    expect(await campaign(id)).toMatchObject({ totals: { answered: 1, pending: 1, unknown: 0 } });
    await worked();
    expect(await campaign(id)).toMatchObject({ state: 'completed', totals: { answered: 2, unknown: 0 } });
    expect(provider.total()).toBe(2);
  });

  it('a database that is away for a moment loses no answer that came', async () => {
    const id = await voice([phone()]);
    let broken = 0;
    test.store.beforeCommit = (_attempt, by) => {
      if (provider.total() && by.agent === 'job' && broken++ === 0) throw Object.assign(new Error('gone'), { code: '57P01' });
    };
    await worked();
    expect(broken).toBeGreaterThan(1);
    expect(await campaign(id)).toMatchObject({ state: 'completed', totals: { answered: 1, unknown: 0 } });
    expect(provider.total()).toBe(1);
  });

  it('news of WhatsApp settles a message whose answer was lost, by the id that went out with it', async () => {
    provider.mood = 'silent';
    const one = await channels[2]!.start();
    await worked();
    const [key] = provider.keys;
    const status = { id: 'wamid.lost', status: 'delivered', biz_opaque_callback_data: key };
    const news = { entry: [{ changes: [{ field: 'messages', value: { statuses: [status] } }] }] };
    const text = JSON.stringify(news);
    const signature = `sha256=${createHmac('sha256', 'app-secret').update(text).digest('hex')}`;
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
    await call(test, { cookies: new Map(), ip: '198.51.100.9' }, 'POST', `whatsapp/webhook/${tenant}`, text, headers);
    expect(await one.state()).toBe('delivered');
  });
});
