import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { tellTeams } from '../../server/automation/teams-post';
import { call, edit } from '../support/app';
import { actor } from '../support/database';
import { reachableDatabases } from '../support/postgres';
import { askedWorld } from './asked-world';

type Row = Record<string, unknown>;

/** TRUST-R25: a request to a provider is stored before it is sent, and never repeated automatically. */
describe.each(await reachableDatabases())('one request to a provider on $name', ({ fresh }) => {
  const world = askedWorld(fresh);
  const { rows, worked, killedWhileAsking, phone, voice } = world;

  const send = (channel: 'sms' | 'email', to: string): Promise<{ readonly id: string }> =>
    world.test.store.transaction(actor(world.tenant), (tx) =>
      world.test.services.channels.send(tx, world.tenant, { channel, to, subject: 'Hello', body: 'Hello' }),
    );
  const outboxState = async (id: string): Promise<unknown> =>
    (await rows(`select state from outbox_messages where id = '${id}'`))[0]!['state'];
  const outboxRow = async (id: string): Promise<Row> =>
    (await rows(`select state, error from outbox_messages where id = '${id}'`))[0]!;
  /** A request of each channel: how to start it, how often the provider was asked, and the state of its row. */
  const channels: { name: string; start: () => Promise<{ asked: () => number; state: () => Promise<unknown> }> }[] = [
    {
      name: 'SMS',
      async start() {
        const { id } = await send('sms', phone());
        return { asked: () => world.provider.total(), state: () => outboxState(id) };
      },
    },
    {
      name: 'mail',
      async start() {
        const { id } = await send('email', 'meera@example.com');
        return { asked: () => world.mail.heard.length, state: () => outboxState(id) };
      },
    },
    {
      name: 'WhatsApp',
      async start() {
        const body = { phone: phone(), template_id: 'tpl', params: ['Asha'] };
        const answer = await call(world.test, world.admin, 'POST', 'whatsapp/send/message', body);
        const id = (answer.body as { data: { message_id: string } }).data.message_id;
        const state = async () => (await rows(`select status from whatsapp_messages where id = '${id}'`))[0]!['status'];
        return { asked: () => world.provider.total(), state };
      },
    },
    {
      name: 'Teams',
      async start() {
        await edit(
          world.test,
          world.tenant,
          `update tenant set is_teams_leave_webhook_enabled = 1, teams_leave_webhook_url = '${world.provider.url}/teams' where tenant_id = '${world.tenant}'`,
        );
        const by = { tenantId: world.tenant, userId: world.admin.userId! };
        await world.test.store.transaction(actor(world.tenant), (tx) =>
          tellTeams(tx, world.test.services, by, 'leave', 'A leave'),
        );
        const [row] = await rows(
          `select id from outbox_messages where channel = 'teams' order by created_at desc, id desc limit 1`,
        );
        return { asked: () => world.provider.total(), state: () => outboxState(String(row!['id'])) };
      },
    },
    {
      name: 'voice',
      async start() {
        const id = await voice([phone()]);
        const state = async () => (await rows(`select status from voice_calls where campaign_id = '${id}'`))[0]!['status'];
        return { asked: () => world.provider.total(), state };
      },
    },
  ];

  it.each(channels)(
    'TRUST-R25 $name: a process that dies during a request leaves it unknown, and it is not repeated',
    async ({ start }) => {
      const one = await start();
      await killedWhileAsking();
      expect(await one.state()).toBe('unknown');
      expect(one.asked()).toBe(1);
    },
  );

  it.each(channels)('TRUST-R25 $name: a request that gets no answer is unknown and is not repeated', async ({ start }) => {
    world.provider.mood = 'silent';
    world.mail.answer = '';
    const one = await start();
    await worked();
    expect(await one.state()).toBe('unknown');
    expect(one.asked()).toBe(1);
  });

  it('TRUST-R25 a message whose text can no longer be decrypted fails with the reason, and no provider is asked', async () => {
    const message = {
      channel: 'email',
      to: 'meera@example.com',
      subject: 'Code',
      body: 'Your code is 123456',
      code: '123456',
    } as const;
    const { id } = await world.test.store.transaction(actor(world.tenant), (tx) =>
      world.test.services.channels.send(tx, world.tenant, message),
    );
    await edit(
      world.test,
      world.tenant,
      `update jobs set payload = payload || '{"sealed":"v2.lost.AAAA"}' where payload ->> 'id' = '${id}'`,
    );
    await worked();
    expect(await outboxRow(id)).toEqual({ state: 'failed', error: expect.stringContaining('cannot be read') });
    expect(world.mail.heard).toEqual([]);
  });

  it('TRUST-R25 a mail that fails before it reaches the server, or has no valid address, is failed and not unknown', async () => {
    const { outbound } = world.test.services;
    const publicAddress = (): Promise<string> => Promise.reject(new TypeError('a mistake of ours'));
    Object.assign(world.test.services, { outbound: { ...outbound, publicAddress } });
    const { id } = await send('email', 'meera@example.com');
    await worked();
    Object.assign(world.test.services, { outbound });
    expect(await outboxRow(id)).toEqual({
      state: 'failed',
      error: 'The request could not be prepared, so nothing was sent to the provider.',
    });
    const { id: wrong } = await send('email', '');
    await worked();
    expect(await outboxRow(wrong)).toEqual({ state: 'failed', error: 'The email has no valid sender or recipient.' });
    expect(world.mail.heard).toEqual([]);
  });

  it.each(channels.filter(({ name }) => ['SMS', 'WhatsApp', 'voice'].includes(name)))(
    'TRUST-R25 $name: credentials that can no longer be decrypted leave nothing unknown',
    async ({ start }) => {
      const kept = await rows(`select id, credentials #>> '{}' as sealed from provider_settings where credentials is not null`);
      const lost = world.test.services.secrets.seal('{}', 'another place');
      await edit(
        world.test,
        world.tenant,
        `update provider_settings set credentials = to_jsonb('${lost}'::text) where credentials is not null`,
      );
      const one = await start();
      await worked();
      expect(await one.state()).toBe('failed');
      expect(one.asked()).toBe(0);
      for (const { id, sealed } of kept)
        await edit(
          world.test,
          world.tenant,
          `update provider_settings set credentials = to_jsonb('${String(sealed)}'::text) where id = '${String(id)}'`,
        );
    },
  );

  it.each(channels.filter(({ name }) => name === 'SMS' || name === 'voice'))(
    '$name: a temporary refusal of the provider is retried',
    async ({ name, start }) => {
      world.provider.mood = 'refuses';
      const one = await start();
      world.test.services.jobs.start();
      await expect.poll(one.state).toBe(name === 'SMS' ? 'failed' : 'pending');
      await world.test.services.jobs.stop();
      world.provider.mood = 'answers';
      await worked();
      expect(await one.state()).toBe(name === 'SMS' ? 'sent' : 'answered');
      expect(one.asked()).toBe(1);
    },
  );

  it('a mail that the server refuses for now is sent later, once', async () => {
    world.mail.answer = '451 later';
    const { id } = await send('email', 'meera@example.com');
    world.test.services.jobs.start();
    await expect.poll(() => outboxState(id)).toBe('failed');
    await world.test.services.jobs.stop();
    world.mail.answer = '250 taken';
    await worked();
    expect([await outboxState(id), world.mail.heard.length]).toEqual(['sent', 1]);
  });

  it('a WhatsApp status report settles a message whose answer was lost, by the id sent with it', async () => {
    world.provider.mood = 'silent';
    const one = await channels[2]!.start();
    await worked();
    const [key] = world.provider.keys;
    const status = { id: 'wamid.lost', status: 'delivered', biz_opaque_callback_data: key };
    const news = { entry: [{ changes: [{ field: 'messages', value: { statuses: [status] } }] }] };
    const text = JSON.stringify(news);
    const signature = `sha256=${createHmac('sha256', 'app-secret').update(text).digest('hex')}`;
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
    await call(world.test, { cookies: new Map(), ip: '198.51.100.9' }, 'POST', `whatsapp/webhook/${world.tenant}`, text, headers);
    expect(await one.state()).toBe('delivered');
  });
});
