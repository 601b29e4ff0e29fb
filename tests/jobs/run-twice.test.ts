import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actor } from '../support/database';
import { build, call, edit, signIn, type TestApp } from '../support/app';
import { reachableDatabases } from '../support/postgres';
import { tryAgain } from '../support/run-twice';

type Row = Record<string, unknown>;
const people = 450;

/**
 * TRUST-R24: chunks that the database makes the store repeat leave the same rows and the same counts. `npm run prove:twice` runs
 * the tests of every kind of job this way.
 */
describe.each(await reachableDatabases())('chunks of a job that run twice on $name', ({ fresh }) => {
  let test: TestApp;
  let tenant = '';

  beforeAll(async () => {
    test = await build({ store: await fresh() });
    tenant = test.fixture.tenants.northstar;
    await edit(
      test,
      tenant,
      `insert into leads (tenant_id, id, name, phone, tags) select '${tenant}', 'lead-' || lpad(n::text, 4, '0'), 'Lead ' || n,
         '+9198${'0'.repeat(4)}' || lpad(n::text, 4, '0'), '[]' from generate_series(1, ${people}) n`,
    );
    await edit(
      test,
      tenant,
      `insert into push_subscribers (tenant_id, id, endpoint, keys, status) select '${tenant}', 'sub-' || lpad(n::text, 4, '0'),
         'https://push.example/' || n, '"x"', 1 from generate_series(1, ${people}) n`,
    );
    await edit(
      test,
      tenant,
      `insert into message_settings (tenant_id, id, hours_from, hours_to) values ('${tenant}', 'settings', '00:00', '00:00')`,
    );
    await edit(
      test,
      tenant,
      `insert into sms_templates (tenant_id, id, name, body, sender_id, language, status)
         values ('${tenant}', 'sms', 'Hello', 'Dear {{name}}', 'NRTHST', 'en', 1)`,
    );
    await edit(
      test,
      tenant,
      `insert into lead_gen_audiences (tenant_id, id, name, kind, lead_ids)
         select '${tenant}', 'all', 'All', 'static', jsonb_agg(id) from leads where tenant_id = '${tenant}' and id like 'lead-%'`,
    );
  });
  afterAll(() => test.close());

  /** Every transaction of a job is undone at its first commit, by a deadlock and a serialisation failure in turn. */
  function twice(): void {
    let turns = 0;
    test.store.beforeCommit = (attempt, { agent }) => {
      if (agent === 'job' && attempt === 1) throw tryAgain(turns++);
    };
  }
  const outbox = async (channel: string): Promise<unknown> =>
    (
      await test.store.admin(
        `select count(*)::int as n, count(distinct "to")::int as people from outbox_messages where channel = '${channel}'`,
      )
    )[0];

  it.each([false, true])('a broadcast writes to each lead once and counts them (twice: %s)', async (isTwice) => {
    const id = `cast-${isTwice}`;
    await edit(
      test,
      tenant,
      `insert into lead_gen_broadcasts (tenant_id, id, name, channel, template_id, audience_id, state)
         values ('${tenant}', '${id}', '${id}', 'sms', 'sms', 'all', 'draft')`,
    );
    await edit(test, tenant, `delete from outbox_messages`);
    const admin = await signIn(test, 'admin@northstar.example');
    await call(test, admin, 'POST', 'lead-gen/send-broadcast', { broadcast_id: id });
    if (isTwice) twice();
    test.services.jobs.start();
    const now = async () => (await call(test, admin, 'GET', `lead-gen/broadcasts/${id}`)).body['data'] as Row;
    await expect.poll(async () => (await now())['state'], { interval: 30 }).toBe('sent');
    await test.services.jobs.stop();
    test.store.beforeCommit = () => {};
    expect(await outbox('sms')).toEqual({ n: people, people });
    expect((await now())['totals']).toMatchObject({ audience: people, waiting: 0, unknown: 0 });
    const handed = await test.store.admin(
      `select sum(times)::int as n from simulated_messages m join outbox_messages o on o.id = m.id where o.campaign_id = '${id}'`,
    );
    expect(handed).toEqual([{ n: people }]);
  });

  it.each([false, true])('a push notification goes to each subscriber once and counts them (twice: %s)', async (isTwice) => {
    await edit(test, tenant, `delete from outbox_messages`);
    const admin = await signIn(test, 'admin@northstar.example');
    const made = await call(test, admin, 'POST', 'push-notification', { title: 'Last date', body: 'Tomorrow' });
    const { id } = made.body['data'] as { id: string };
    if (isTwice) twice();
    test.services.jobs.start();
    const now = async () => (await call(test, admin, 'GET', `res/push-notifications/${id}`)).body as Row;
    await expect.poll(async () => (await now())['state'], { interval: 30 }).toBe('sent');
    await test.services.jobs.stop();
    test.store.beforeCommit = () => {};
    expect(await outbox('push')).toEqual({ n: people, people });
    expect(await now()).toMatchObject({ recipients: people, totals: { audience: people, waiting: 0, unknown: 0 } });
    const handed = await test.store.admin(`select sum(times)::int as n from simulated_messages where channel = 'push'`);
    expect(handed).toEqual([{ n: isTwice ? 2 * people : people }]);
  });

  it('a function registered to run after the commit runs once', async () => {
    const heard: string[] = [];
    let turns = 0;
    test.store.beforeCommit = (attempt) => {
      if (attempt === 1) throw tryAgain(turns++);
    };
    const value = await test.store.transaction(actor(tenant), async (tx) => {
      tx.afterCommit(() => heard.push('kept'));
      return 'value';
    });
    test.store.beforeCommit = () => {};
    expect([value, heard, turns]).toEqual(['value', ['kept'], 1]);
  });
});
