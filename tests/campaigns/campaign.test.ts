import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askingFor } from '../../server/campaigns/send-batch';
import { takeReports } from '../../server/campaigns/take-reports';
import type { Tx } from '../../server/store/store';
import { edit } from '../support/app';
import { actor } from '../support/database';
import { reachableDatabases } from '../support/postgres';
import { campaignWorld, night, noon, type CampaignWorld, type Kind } from './campaign-world';

const people = 100;
const kinds: readonly Kind[] = ['sms-campaigns', 'email-campaigns', 'whatsapp-campaigns'];

describe.each(await reachableDatabases())('campaigns on $name', ({ fresh }) => {
  let world: CampaignWorld;
  beforeAll(async () => {
    world = await campaignWorld(await fresh(), people);
  });
  afterAll(() => world.test.close());

  it.each(kinds)('TRUST-R7 %s writes a row for each lead, sends each once, and counts its results from them', async (kind) => {
    const id = await world.campaign(kind);
    expect(await world.ask('POST', `${kind}/${id}/start`, {})).toMatchObject({
      code: 200,
      message: `Sending to ${people} leads.`,
    });
    await world.done();
    const rows = await world.ledger(id);
    expect(rows).toHaveLength(people);
    expect(new Set(rows.map((row) => row['to'])).size).toBe(people);
    const handed = await world.rows(
      `select sum(times)::int as n, count(*)::int as keys from simulated_messages m join outbox_messages o on o.id = m.id where o.campaign_id = '${id}'`,
    );
    expect(handed).toEqual([{ n: people, keys: people }]);
    const totals = await world.totals(kind, id);
    const delivered = rows.filter((row) => row['delivered_at'] !== null).length;
    expect(totals).toMatchObject({ audience: people, waiting: 0, held: 0, unknown: 0, delivered });
    expect(Number(totals['sent']) + Number(totals['failed'])).toBe(people);
    expect(delivered).toBeGreaterThan(people / 2);
    expect((await world.ask('GET', `res/${kind}/${id}`))['state']).toBe('sent');
    await edit(world.test, world.tenant, `update leads set consent = null`);
    await edit(world.test, world.tenant, `delete from opt_outs`);
  });

  it('holds back whom the gate excludes, with the reason, and counts them the same before sending', async () => {
    await world.clean();
    const set = (values: string, n: number) =>
      edit(world.test, world.tenant, `update leads set ${values} where id = 'lead-${String(n).padStart(5, '0')}'`);
    await set('do_not_disturb = true', 1);
    await set(`consent = '{"whatsapp": false}'`, 2);
    await edit(
      world.test,
      world.tenant,
      `insert into opt_outs (tenant_id, id, channel, address) values ('${world.tenant}', 'out', 'whatsapp', '+919800000003')`,
    );
    await set(`whatsapp_number = '+919800000005'`, 6);
    await set('phone = null', 7);
    await set(`whatsapp_number = '+12'`, 8);
    const id = await world.campaign('whatsapp-campaigns');
    const checked = (await world.ask('GET', `whatsapp-campaigns/${id}/check?limit=100`))['data'] as Record<string, unknown>[];
    await world.start('whatsapp-campaigns', id);
    await world.done();
    const held: Record<string, number> = {};
    for (const { reason } of await world.ledger(id)) if (reason !== null) held[String(reason)] = (held[String(reason)] ?? 0) + 1;
    expect(held).toEqual({ do_not_disturb: 1, opted_out: 2, duplicate: 1, no_address: 1, invalid_address: 1 });
    expect(await world.totals('whatsapp-campaigns', id)).toMatchObject({ audience: people, held: 6 });
    expect(checked.map(({ people: n }) => n)).toEqual([people - 6, 1, 1, 1, 1, 2]);
    expect(checked[0]).toMatchObject({ what: 'Will be sent', people: people - 6, cost: ((people - 6) * 0.86).toFixed(2) });
    await edit(
      world.test,
      world.tenant,
      `update leads set whatsapp_number = null, phone = '+9198' || lpad(right(id, 5), 8, '0') where id like 'lead-%'`,
    );
  });

  it('a placeholder without a value, or of an unknown field, is counted before sending and holds the message back', async () => {
    await world.clean();
    await edit(world.test, world.tenant, `update sms_templates set body = 'Dear {{name}} of {{city}}' where id = 'sms'`);
    await edit(world.test, world.tenant, `update leads set city = null where id = 'lead-00009'`);
    const id = await world.campaign('sms-campaigns');
    const check = async () =>
      ((await world.ask('GET', `sms-campaigns/${id}/check`))['data'] as Record<string, unknown>[]).map(({ people: n }) => n);
    expect(await check()).toEqual([people - 1, 1]);
    await edit(world.test, world.tenant, `update sms_templates set body = 'Dear {{nickname}}' where id = 'sms'`);
    expect(await check()).toEqual([0, people]);
    await world.start('sms-campaigns', id);
    await world.done();
    expect(await world.states(id)).toEqual({ variables_missing: people });
    await edit(world.test, world.tenant, `update sms_templates set body = 'Dear {{name}}' where id = 'sms'`);
    await edit(world.test, world.tenant, `update leads set city = 'Pune'`);
  });

  it('D-144 a promotional campaign that starts at night waits for the morning', async () => {
    await world.clean();
    const id = await world.campaign('sms-campaigns', { template_id: 'promo' });
    await world.start('sms-campaigns', id);
    world.test.clock.set(night);
    await world.done();
    expect(await world.states(id)).toEqual({ outside_hours: people });
    world.test.clock.set(new Date('2031-06-11T04:31:00Z'));
    await world.wake();
    world.test.clock.set(noon);
    expect(await world.totals('sms-campaigns', id)).toMatchObject({ waiting: 0, held: 0 });
    expect((await world.ask('GET', `res/sms-campaigns/${id}`))['state']).toBe('sent');
  });

  it('pauses when the credit is used up, and the frequency cap holds promotional messages back', async () => {
    await world.clean();
    await edit(world.test, world.tenant, `delete from outbox_messages`);
    await world.settings('credit_sms = 9');
    const id = await world.campaign('sms-campaigns', { template_id: 'promo' });
    await world.start('sms-campaigns', id);
    await world.done();
    expect(await world.ask('GET', `res/sms-campaigns/${id}`)).toMatchObject({
      state: 'paused',
      problem: expect.stringContaining('credit'),
      totals: { waiting: 50 },
    });
    await world.settings('credit_sms = null, cap_messages = 1');
    await world.ask('POST', `sms-campaigns/${id}/move`, { to: 'sending' });
    await world.done();
    expect(await world.totals('sms-campaigns', id)).toMatchObject({ waiting: 0, held: 0 });
    const second = await world.campaign('sms-campaigns', { template_id: 'promo' });
    await world.start('sms-campaigns', second);
    await world.done();
    const unreached = (await world.ledger(id)).filter((row) => row['sent_at'] === null).length;
    expect((await world.states(second))['frequency_cap']).toBeGreaterThanOrEqual(people - unreached - 5);
  });

  it.each(['slow', 'refuses', 'answers_twice', 'never_reports', 'dies_half_way'])(
    'with the fault %s nothing is sent twice and nothing is lost',
    async (fault) => {
      await world.clean();
      await world.settings(`simulator_fault = '${fault}'`);
      const id = await world.campaign('whatsapp-campaigns');
      await world.start('whatsapp-campaigns', id);
      await world.done();
      const totals = await world.totals('whatsapp-campaigns', id);
      const [handed] = await world.rows(
        `select coalesce(max(times), 0)::int as most, count(*)::int as n from simulated_messages m join outbox_messages o on o.id = m.id where o.campaign_id = '${id}'`,
      );
      expect(handed!['most']).toBe(1);
      expect(Number(totals['sent']) + Number(totals['failed']) + Number(totals['unknown'])).toBe(people);
      expect(Number(handed!['n'])).toBeGreaterThanOrEqual(Number(totals['sent']));
      if (fault === 'refuses') expect(Number(totals['failed'])).toBeGreaterThan(0);
      if (fault === 'never_reports') expect(totals).toMatchObject({ sent: people, delivered: 0, unknown: 0 });
      if (fault === 'dies_half_way') expect(Number(totals['unknown'])).toBeGreaterThan(10);
      const [chats] = await world.rows(
        `select count(*)::int as n from whatsapp_messages m join outbox_messages o on o.id = m.id where o.campaign_id = '${id}'`,
      );
      expect(chats!['n']).toBe(
        (await world.ledger(id)).filter((row) => row['sent_at'] !== null || row['state'] === 'unknown').length,
      );
    },
  );

  it('TRUST-R25 rows that a killed process left are looked up or unknown, and a person decides about those', async () => {
    await world.clean();
    const kind = 'whatsapp-campaigns';
    const id = await world.campaign(kind);
    await world.start(kind, id);
    await world.done();
    const [known, lost] = (await world.ledger(id)).map((row) => String(row['id']));
    await edit(
      world.test,
      world.tenant,
      `update outbox_messages set state = 'sending', sent_at = null where id in ('${known}', '${lost}')`,
    );
    await edit(world.test, world.tenant, `delete from simulated_messages where id = '${lost}'`);
    await edit(world.test, world.tenant, `delete from whatsapp_messages where id in ('${known}', '${lost}')`);
    await edit(world.test, world.tenant, `update whatsapp_campaigns set state = 'paused' where id = '${id}'`);
    await world.ask('POST', `${kind}/${id}/move`, { to: 'sending' });
    await world.done();
    expect(await world.rows(`select id, state from outbox_messages where id in ('${known}', '${lost}') order by id`)).toEqual([
      { id: known, state: 'sent' },
      { id: lost, state: 'unknown' },
    ]);
    expect(await world.rows(`select id, status from whatsapp_messages where id in ('${known}', '${lost}') order by id`)).toEqual([
      { id: known, status: 'sent' },
      { id: lost, status: 'unknown' },
    ]);
    expect(await world.ask('GET', `res/${kind}/${id}`)).toMatchObject({ state: 'sent', unknown_messages: 1 });
    expect(await world.ask('POST', `${kind}/${id}/decide`, { as: 'maybe' })).toMatchObject({
      code: 422,
      errors: [{ path: 'as' }],
    });
    expect(await world.ask('POST', `${kind}/${id}/decide`, { as: 'again' })).toMatchObject({
      code: 200,
      message: '1 message will be sent again.',
    });
    await world.done();
    expect(await world.rows(`select times from simulated_messages where id = '${lost}'`)).toEqual([{ times: 1 }]);
    expect(await world.ask('POST', `${kind}/${id}/decide`, { as: 'sent' })).toMatchObject({ code: 409 });
  });

  it("TRUST-R25 reports that overtake the provider's answer leave the rows that come of the usual order", async () => {
    await world.clean();
    await world.settings(`simulator_fault = 'never_reports'`);
    const ref = { kind: 'whatsapp-campaigns', id: await world.campaign('whatsapp-campaigns', { throttle: 10 }) } as const;
    await world.start(ref.kind, ref.id);
    await world.done();
    const [{ job_id: jobId }] = (await world.rows(`select job_id from campaign_runs where campaign_id = '${ref.id}'`)) as [
      { job_id: string },
    ];
    const { test, tenant: tenantId } = world;
    const batch = {
      tenantId,
      ref,
      jobId,
      starter: null,
      services: test.services,
      size: 10,
      counts: { spent: 0, handed: 0, wait: 0, slowed: 0, told: 0 },
    };
    const asking = askingFor(batch);
    const step = <T>(work: (tx: Tx) => Promise<T>) => test.store.transaction(actor(tenantId), work);
    const { fresh } = (await step((tx) => asking.begin(tx))).value!;
    const outcomes = await asking.prepare(fresh)();
    const [failed, read] = fresh.map(({ message }) => message.key);
    const at = noon;
    await step((tx) =>
      takeReports(tx, tenantId, [
        { key: failed!, state: 'failed', error: 'No such number', at },
        { key: read!, state: 'read', at },
      ]),
    );
    const ended = fresh.map((one, n) => ({ one, outcome: outcomes[n]! }));
    // Pages were told with the mark of this batch; within a second of that they are not told again.
    expect(batch.counts.told).toBeGreaterThan(0);
    batch.counts.told = test.services.now().getTime() + 60_000;
    const told: number[] = [];
    test.store.onCommit(({ rows }) => void told.push(rows.filter(({ table }) => table === 'whatsapp_campaigns').length));
    await step((tx) => asking.note(tx, ended));
    expect(told).toEqual([0]);
    expect(await world.states(ref.id)).toEqual({ queued: people - 20, sent: 18, failed: 1, read: 1 });
    expect((await world.ledger(ref.id)).filter((row) => row['sent_at'] !== null)).toHaveLength(20);
    expect(
      await world.rows(
        `select m.status, m.error from whatsapp_messages m where m.id in ('${failed}', '${read}') order by m.status`,
      ),
    ).toEqual([
      { status: 'failed', error: 'No such number' },
      { status: 'read', error: null },
    ]);
    await step((tx) => takeReports(tx, tenantId, [{ key: fresh[2]!.message.key, state: 'failed', error: 'Blocked', at }]));
    expect(await world.rows(`select status, error from whatsapp_messages where id = '${fresh[2]!.message.key}'`)).toEqual([
      { status: 'failed', error: 'Blocked' },
    ]);
    await world.ask('POST', `${ref.kind}/${ref.id}/move`, { to: 'stopped' });
  });

  it('TRUST-R8 pause and stop take effect before the next batch; the template of a run cannot be taken away', async () => {
    await world.clean();
    const kind = 'sms-campaigns';
    const id = await world.campaign(kind, { throttle: 10 });
    await world.start(kind, id);
    await world.done();
    expect(await world.totals(kind, id)).toMatchObject({ waiting: people - 10 });
    expect(await world.ask('POST', `${kind}/${id}/move`, { to: 'paused' })).toMatchObject({ code: 200 });
    await world.wake();
    expect(await world.totals(kind, id)).toMatchObject({ waiting: people - 10 });
    await edit(world.test, world.tenant, `update sms_templates set deleted_at = now() where id = 'sms'`);
    expect(await world.ask('POST', `${kind}/${id}/move`, { to: 'sending' })).toMatchObject({ code: 200 });
    await world.done();
    expect(await world.totals(kind, id)).toMatchObject({ waiting: people - 20 });
    expect(await world.ask('POST', `${kind}/${id}/move`, { to: 'stopped' })).toMatchObject({
      message: `Campaign stopped. ${people - 20} messages will not be sent.`,
    });
    await world.wake();
    expect((await world.states(id))['stopped']).toBe(people - 20);
    expect(await world.ask('POST', `${kind}/${id}/move`, { to: 'sending' })).toMatchObject({ code: 409 });
    await edit(world.test, world.tenant, `update sms_templates set deleted_at = null where id = 'sms'`);
  });

  it('TRUST-R24 every transaction that runs twice leaves the same rows and counts', async () => {
    await world.clean();
    let turns = 0;
    world.test.store.beforeCommit = (attempt, { agent }) => {
      if ((agent === 'job' || agent === 'simulator') && attempt === 1)
        throw Object.assign(new Error('again'), { code: turns++ % 2 ? '40P01' : '40001' });
    };
    const id = await world.campaign('sms-campaigns');
    await world.start('sms-campaigns', id);
    await world.done();
    world.test.store.beforeCommit = () => {};
    const [handed] = await world.rows(
      `select sum(times)::int as n from simulated_messages m join outbox_messages o on o.id = m.id where o.campaign_id = '${id}'`,
    );
    expect(handed).toEqual({ n: people });
    expect(turns).toBeGreaterThan(8);
    expect(await world.totals('sms-campaigns', id)).toMatchObject({ audience: people, waiting: 0, held: 0, unknown: 0 });
  });
});
