import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remindAll } from '../../server/live/reminders';
import { sendToLead, type ReachableLead } from '../../server/lead-events/send-to-lead';
import type { ChannelName } from '../../server/context/channels';
import { call, edit, signIn, type Browser } from '../support/app';
import { actor } from '../support/database';
import { reachableDatabases } from '../support/postgres';
import { campaignWorld, fillProfile, type CampaignWorld } from './campaign-world';

type Row = Record<string, unknown>;
/** One way of sending: the features that it needs, what it does, and what became of its messages. */
interface Way {
  readonly name: string;
  readonly needs: readonly string[];
  /** Begins it; what is to be sent is sent by jobs. Returns what to look for. */
  readonly begin: () => Promise<string>;
  /** Why its messages wait; null: they were sent. */
  readonly waits: (id: string) => Promise<string | null>;
  /** What a person does once the feature is on again. */
  readonly resume?: (id: string) => Promise<void>;
}
const features = ['sms', 'email', 'lead_generation', 'workflow', 'ads'] as const;
const inWords = 'Waiting: the feature is switched off for the organisation';

/** D-019: what a feature that is switched off keeps back, for every channel and every way of sending. */
describe.each(await reachableDatabases())('a feature that is switched off, on $name', ({ fresh }) => {
  let world: CampaignWorld;
  let admin: Browser;
  const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Row & { code: number }> => {
    const answer = await call(world.test, admin, method, path, body);
    return { ...answer.body, code: answer.code };
  };
  beforeAll(async () => {
    world = await campaignWorld(await fresh(), 2);
    admin = world.admin;
    await fillProfile(world);
    await edit(
      world.test,
      world.tenant,
      `insert into voice_files (tenant_id, id, name, file, approval, is_active) values ('${world.tenant}', 'vf', 'Hello', 'files/x', 'approved', 1)`,
    );
    await edit(
      world.test,
      world.tenant,
      `insert into obd_service_numbers (tenant_id, id, number, label) values ('${world.tenant}', 'sn', '1409990001', 'Calls')`,
    );
    for (const n of [1, 2]) {
      const keys = { p256dh: 'BA'.padEnd(87, 'A'), auth: 'A'.repeat(22) };
      const draft = { endpoint: `https://push.example/${n}`, keys, lead_id: `lead-0000${n}` };
      expect(await ask('POST', 'save-push-notification-subscriber', draft)).toMatchObject({ code: 200 });
    }
    await edit(world.test, world.tenant, `update message_settings set hours_from = '00:00', hours_to = '00:00'`);
  });
  afterAll(() => world.test.close());

  /** As the page saves them: every feature is on but this one. */
  async function setFeatures(off: string | null): Promise<void> {
    admin = await signIn(world.test, 'admin@northstar.example');
    const shown = await ask('GET', `get_tenant_by_id/${world.tenant}`);
    const [{ row_version: version }] = shown['data'] as [Row];
    const answer = await ask('PUT', `update_tenant/${world.tenant}`, {
      features: Object.fromEntries(features.map((name) => [name, name !== off])),
      row_version: version,
    });
    expect(answer).toMatchObject({ code: 200 });
    world.test.clock.add(61); // rights are read again after a minute
  }

  const recordsOf = (kind: string): string => (kind === 'lead-gen-broadcasts' ? 'lead-gen/broadcasts' : `res/${kind}`);
  const campaign = (kind: string, channel: string, values: Row, way = `${kind}, ${channel}`): Way => ({
    name: way,
    needs: [channel, ...(kind === 'lead-gen-broadcasts' ? ['lead_generation'] : [])],
    async begin() {
      const draft = { name: `Campaign ${++made}`, audience_id: 'all', ...values };
      const answer = await ask('POST', recordsOf(kind), draft);
      const id = answer['id'] ?? (answer['data'] as Row | undefined)?.['id'];
      expect([way, id ?? answer]).toEqual([way, expect.any(String)]);
      expect(await ask('POST', `${kind}/${String(id)}/start`, {})).toMatchObject({ code: 200 });
      return String(id);
    },
    waits: (id) => reasonOf(`campaign_id = '${id}'`),
    async resume(id) {
      const answer = await ask('GET', `${recordsOf(kind)}/${id}`);
      const problem: unknown = expect.stringContaining('switched off for the organisation');
      expect(answer['data'] ?? answer).toMatchObject({ state: 'paused', problem });
      const held = await ask('GET', `${kind}/${id}/recipients`);
      expect((held['data'] as Row[]).map(({ why }) => why)).toEqual([inWords, inWords]);
      expect(await ask('POST', `${kind}/${id}/move`, { to: 'sending' })).toMatchObject({ code: 200 });
    },
  });
  const push: Way = {
    name: 'push notification',
    needs: [],
    begin: async () => String(((await ask('POST', 'push-notification', { title: 'x', body: 'y' }))['data'] as Row)['id']),
    waits: (id) => reasonOf(`campaign_id = '${id}'`),
  };
  const voice: Way = {
    name: 'voice campaign',
    needs: [],
    async begin() {
      const draft = { name: 'Voice', voice_file_id: 'vf', service_number_id: 'sn', audience_id: 'all' };
      const answer = await ask('POST', 'create-voice-campaign', draft);
      expect(answer).toMatchObject({ code: 200 });
      return String((await world.rows(`select id from voice_campaigns order by id desc limit 1`))[0]!['id']);
    },
    async waits(id) {
      const rows = await world.rows(`select status from voice_calls where campaign_id = '${id}'`);
      expect(rows).toHaveLength(2);
      return rows.some(({ status }) => status === 'pending') ? 'pending' : null;
    },
  };
  const rule = (channel: ChannelName): Way => ({
    name: `rule, ${channel}`,
    needs: [channel],
    async begin() {
      const [lead] = await world.rows(`select * from leads where id = 'lead-00001'`);
      const { services, store } = world.test;
      const before = await lastMessage();
      const outcome = await store.transaction(actor(world.tenant), (tx) => {
        const place = { tx, services, by: { tenantId: world.tenant, userId: null }, lead: lead as unknown as ReachableLead };
        return sendToLead({ ...place, noMessages: false }, channel, { body: 'Hello', subject: 'Hello' });
      });
      expect(outcome).toEqual({ result: 'done' });
      return before;
    },
    waits: (before) => reasonOf(`id > '${before}'`),
  });
  const workflow = (channel: ChannelName): Way => ({
    name: `workflow, ${channel}`,
    needs: [channel, 'workflow'],
    async begin() {
      const before = await lastMessage();
      const [work, entry] = [`w${++made}`, `e${made}`];
      const steps = JSON.stringify([{ id: 'only', type: `send_${channel}`, params: { body: 'Hello', subject: 'Hello' } }]);
      await edit(
        world.test,
        world.tenant,
        `insert into workflows (tenant_id, id, name, entry_trigger, status, steps) values ('${world.tenant}', '${work}', '${work}', 'manual', 1, '${steps}')`,
      );
      await edit(
        world.test,
        world.tenant,
        `insert into workflow_entries (tenant_id, id, workflow_id, lead_id, state, step) values ('${world.tenant}', '${entry}', '${work}', 'lead-00001', 'active', 'only')`,
      );
      await edit(
        world.test,
        world.tenant,
        `insert into jobs (tenant_id, id, kind, state, payload) values ('${world.tenant}', 'job-${entry}', 'workflow-step', 'queued', '{"entryId": "${entry}"}')`,
      );
      return before;
    },
    async waits(before) {
      const [entry] = await world.rows(`select state, message from workflow_entries order by created_at desc, id desc limit 1`);
      const rows = await world.rows(`select 1 from outbox_messages where id > '${before}' and code is null`);
      if (rows.length) expect(entry).toMatchObject({ state: 'completed', message: null });
      else expect(entry).toMatchObject({ state: 'active', message: expect.stringContaining('switched off') });
      return rows.length ? reasonOf(`id > '${before}'`) : String(entry!['message']);
    },
  });
  const reminder: Way = {
    name: 'follow-up reminder by email',
    needs: ['email'],
    async begin() {
      const before = await lastMessage();
      await edit(
        world.test,
        world.tenant,
        `insert into notifications (tenant_id, id, user_id, seq, notifications, mail) values ('${world.tenant}', 'n${++made}', '${world.admin.userId}', ${made},
          '{"type": "followup_due", "message": "Follow-up with Lead 1 is due now"}', true)`,
      );
      await remindAll(world.test.services);
      return before;
    },
    waits: (before) => reasonOf(`id > '${before}' and subject like 'Follow-up%'`),
  };
  let made = 0;

  /** The identifiers of rows rise with time. */
  const lastMessage = async (): Promise<string> =>
    String((await world.rows(`select coalesce(max(id), '0') as id from outbox_messages where id < 'a'`))[0]!['id']);
  async function reasonOf(where: string): Promise<string | null> {
    const rows = await world.rows(
      `select distinct state, reason from outbox_messages where ${where} and code is null and id < 'a'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    const waiting = rows.filter(({ state }) => state === 'queued' || state === 'held');
    if (waiting.length) expect(waiting).toEqual([{ state: 'queued', reason: 'feature_off' }]);
    return waiting.length ? inWords : null;
  }

  const ways = (): readonly Way[] => [
    campaign('sms-campaigns', 'sms', { template_id: 'sms', sender_id: 'NRTHST' }),
    campaign('email-campaigns', 'email', { template_id: 'mail', from_name: 'Us', from_email: 'us@northstar.example' }),
    campaign('whatsapp-campaigns', 'whatsapp', { template_id: 'wa' }),
    ...(
      [
        ['sms', 'sms'],
        ['email', 'mail'],
        ['whatsapp', 'wa'],
      ] as const
    ).map(([channel, template]) => campaign('lead-gen-broadcasts', channel, { channel, template_id: template })),
    push,
    voice,
    ...(['sms', 'email', 'whatsapp', 'voice'] as const).flatMap((channel) => [rule(channel), workflow(channel)]),
    reminder,
  ];

  it.each(features)('%s: holds back what needs it, and nothing else; switched on again, it leaves once', async (off) => {
    for (const way of ways()) {
      // A call of a feature that is off is refused; what has begun before is held back.
      await setFeatures(null);
      const isBegunBefore = way.resume !== undefined;
      const early = isBegunBefore ? await way.begin() : '';
      await setFeatures(off);
      const id = isBegunBefore ? early : await way.begin();
      await world.done();
      const isHeld = way.needs.includes(off);
      expect([way.name, (await way.waits(id)) !== null]).toEqual([way.name, isHeld]);
      await setFeatures(null);
      if (isHeld) await way.resume?.(id);
      await world.done();
      expect([way.name, await way.waits(id)]).toEqual([way.name, null]);
    }
    const [twice] = await world.rows(`select count(*)::int as n from simulated_messages where times > 1`);
    expect(twice).toEqual({ n: 0 });
  });

  it('what people need to sign in leaves, whatever is off', async () => {
    await setFeatures('email');
    const before = await lastMessage();
    await world.test.store.transaction(actor(world.tenant), async (tx) => {
      const mail = { channel: 'email', to: 'admin@northstar.example', subject: 'x', body: 'Your code is 123456.' } as const;
      await world.test.services.channels.send(tx, world.tenant, { ...mail, code: '123456' });
      await world.test.services.channels.send(tx, world.tenant, { ...mail, forSignIn: true });
    });
    await world.done();
    const rows = await world.rows(`select state, reason from outbox_messages where id > '${before}' and subject = 'x'`);
    expect(rows).toEqual([
      { state: 'sandbox', reason: null },
      { state: 'sandbox', reason: null },
    ]);
    await setFeatures(null);
  });

  it('a message that waited is asked again: who has opted out meanwhile gets nothing, and reads why on the lead', async () => {
    await setFeatures('sms');
    const before = await rule('sms').begin();
    await edit(world.test, world.tenant, `update leads set consent = '{"sms": false}' where id = 'lead-00001'`);
    await setFeatures(null);
    await world.done();
    expect(
      await world.rows(`select state, reason from outbox_messages where id > '${before}' and code is null and id < 'a'`),
    ).toEqual([{ state: 'held', reason: 'opted_out' }]);
    const shown = await ask('GET', 'leads/lead-00001/messages?channel=sms');
    expect((shown['data'] as { messages: Row[] }).messages[0]).toMatchObject({
      status: 'failed',
      error: 'Opted out of this channel',
    });
    await edit(world.test, world.tenant, `update leads set consent = null where id = 'lead-00001'`);
  });

  it('a message that waited for a lead who was deleted meanwhile is not sent', async () => {
    await setFeatures('sms');
    const before = await rule('sms').begin();
    await edit(world.test, world.tenant, `update leads set deleted_at = now() where id = 'lead-00001'`);
    await setFeatures(null);
    await world.done();
    expect(
      await world.rows(`select state, reason from outbox_messages where id > '${before}' and code is null and id < 'a'`),
    ).toEqual([{ state: 'held', reason: 'lead_deleted' }]);
    await edit(world.test, world.tenant, `update leads set deleted_at = null where id = 'lead-00001'`);
  });
});
