import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verdictNow } from '../../server/channels/held-messages';
import { collectJobKinds } from '../../server/job-kinds';
import { makeJobs } from '../../server/jobs/make-jobs';
import { call, edit, signIn, type Answer } from '../support/app';
import { actor } from '../support/database';
import { killedAt } from '../support/killed-at';
import { reachableDatabases } from '../support/postgres';
import { campaignWorld, fillProfile, type CampaignWorld } from './campaign-world';

/** A message that is held back while its feature is switched on, and jobs that are killed right behind a wait. */
describe.each(await reachableDatabases())('what waits, on $name', ({ fresh }) => {
  let world: CampaignWorld;
  beforeAll(async () => {
    world = await campaignWorld(await fresh(), 2);
    await fillProfile(world);
  });
  afterAll(() => world.test.close());

  const smsIs = (on: boolean): Promise<number> =>
    edit(world.test, world.tenant, `update tenant set features = '{"sms": ${String(on)}}'`);
  /** Switches SMS on as the page does, while the work of a transaction is done but not committed yet. */
  async function switchedOnMeanwhile<T>(work: (tx: Parameters<typeof verdictNow>[0]) => Promise<T>): Promise<T> {
    await smsIs(false);
    const admin = await signIn(world.test, 'admin@northstar.example');
    const shown = await call(world.test, admin, 'GET', `get_tenant_by_id/${world.tenant}`);
    const [{ row_version }] = shown.body['data'] as [Record<string, unknown>];
    let switched: Promise<Answer> | undefined;
    let isOn = false;
    const result = await world.test.store.transaction(actor(world.tenant), async (tx) => {
      const done = await work(tx);
      switched = call(world.test, admin, 'PUT', `update_tenant/${world.tenant}`, { features: { sms: true }, row_version });
      void switched.then(() => (isOn = true));
      await new Promise((go) => setTimeout(go, 700));
      expect(isOn).toBe(false);
      return done;
    });
    expect(await switched).toMatchObject({ code: 200 });
    return result;
  }
  const message = { channel: 'sms', to: '+919800000001', body: 'Hello', leadId: 'lead-00001' } as const;
  const stateOf = (id: string) => world.rows(`select state, reason from outbox_messages where id = '${id}'`);

  it('a message that is written while its feature is switched on leaves', async () => {
    const { id } = await switchedOnMeanwhile((tx) => world.test.services.channels.send(tx, world.tenant, message));
    await world.done();
    expect(await stateOf(id)).toEqual([{ state: 'sent', reason: null }]);
  });

  it('a message whose turn comes while its feature is switched on finds it on, or waits where it is seen', async () => {
    await smsIs(false);
    const { store, services } = world.test;
    const { id } = await store.transaction(actor(world.tenant), (tx) => services.channels.send(tx, world.tenant, message));
    expect(await switchedOnMeanwhile((tx) => verdictNow(tx, world.tenant, id, services.now()))).toEqual({
      send: false,
      reason: 'feature_off',
    });
    await world.done();
    expect(await stateOf(id)).toEqual([{ state: 'sent', reason: null }]);
  });

  /** Runs the job with a worker that is killed at its n-th transaction, and then what is due. */
  async function killedThere(n: number, committed: boolean): Promise<void> {
    const { services } = world.test;
    const { store, dead } = killedAt(services.store, n, committed);
    const worker = makeJobs(() => ({ ...services, store }), collectJobKinds(), { pollMs: 5, concurrency: 1 });
    worker.start();
    await dead;
    await worker.stop();
    await edit(world.test, world.tenant, `update jobs set lease_until = null where state = 'running'`);
    await world.done();
  }
  const kills = [1, 2, 3].flatMap((n) => [true, false].map((committed) => [n, committed] as const));

  it.each(kills)('TRUST-R25 a workflow waits also when it is killed at transaction %i, committed %s', async (n, committed) => {
    const steps = JSON.stringify([
      { id: 'wait', type: 'wait', params: { minutes: 600 } },
      { id: 'send', type: 'send_sms', params: { body: 'Later' } },
    ]);
    const id = `${n}-${String(committed)}`;
    for (const row of [
      `workflows (tenant_id, id, name, entry_trigger, status, steps) values ('${world.tenant}', 'w${id}', 'w${id}', 'manual', 1, '${steps}')`,
      `workflow_entries (tenant_id, id, workflow_id, lead_id, state, step) values ('${world.tenant}', 'e${id}', 'w${id}', 'lead-00001', 'active', 'wait')`,
      `jobs (tenant_id, id, kind, state, payload) values ('${world.tenant}', 'j${id}', 'workflow-step', 'queued', '{"entryId": "e${id}"}')`,
    ])
      await edit(world.test, world.tenant, `insert into ${row}`);
    await killedThere(n, committed);
    const entry = await world.rows(`select state, step from workflow_entries where id = 'e${id}'`);
    expect(entry).toEqual([{ state: 'active', step: 'send' }]);
    const waiting = `select 1 from jobs where kind = 'workflow-step' and state = 'queued' and payload ->> 'entryId' = 'e${id}'`;
    expect(await world.rows(waiting)).toHaveLength(1);
  });

  it.each(kills)(
    'a message is held by one job, also when that is killed at transaction %i, committed %s',
    async (n, committed) => {
      await smsIs(true);
      const { store, services } = world.test;
      const soon = { ...message, notBefore: new Date(0) };
      const { id } = await store.transaction(actor(world.tenant), (tx) => services.channels.send(tx, world.tenant, soon));
      await smsIs(false);
      await killedThere(n, committed);
      expect(await stateOf(id)).toEqual([{ state: 'queued', reason: 'feature_off' }]);
      const jobs = await world.rows(
        `select 1 from jobs where kind = 'send-message' and state = 'queued' and payload ->> 'id' = '${id}'`,
      );
      expect(jobs).toHaveLength(1);
    },
  );
});
