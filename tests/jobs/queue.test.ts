import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { problem } from '../../src/schemas/kit/problem';
import type { JobKinds, Steps } from '../../server/context/running-job';
import { makeWorld, tenantId, type World } from './import-world';
import { reachableDatabases } from '../support/postgres';
import { JobKind } from '../../server/context/jobs';

describe.each(await reachableDatabases())('the queue on $name', ({ fresh }) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(fresh);
  });
  afterEach(() => world.reset());
  afterAll(() => world.close());

  const addSource = (name: string) => (tx: Parameters<Parameters<Steps['commit']>[0]>[0]) =>
    tx.run(sql`insert into "lead_sources" ("tenant_id", "id", "name") values (${tenantId}, ${name}, ${name})`);
  const sources = async () =>
    (await world.row<{ n: number }>(sql`select count(*) as n from "lead_sources" where "tenant_id" = ${tenantId}`)).n;
  const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  it('TRUST-R6 a job whose transaction was rolled back never existed', async () => {
    await expect(
      world.write(async (tx) => {
        await world.services.jobs.add(tx, { tenantId, userId: 'admin-one' }, { kind: new JobKind<object>('any'), payload: {} });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await world.row(sql`select count(*) as n from "jobs" where "tenant_id" = ${tenantId}`)).toEqual({ n: 0 });
  });

  it('TRUST-R6 the same key is queued once until its job finishes, then it can be queued again', async () => {
    const first = await world.queue('any', {}, 'key');
    expect(await world.queue('any', {}, 'key')).toBe(first);
    await world.write((tx) =>
      tx.run(sql`update "jobs" set "state" = 'done', "finished_at" = now() where "tenant_id" = ${tenantId}`),
    );
    expect(await world.queue('any', {}, 'key')).not.toBe(first);
  });

  it('TRUST-R6 a worker that lost its lease cannot commit its step', async () => {
    let taken: () => void = () => {};
    const both = new Promise<void>((resolve) => (taken = resolve));
    const runs: string[] = [];
    const kinds: JobKinds = {
      slow: async (_job, steps) => {
        runs.push('start');
        const mine = `run-${runs.length}`;
        if (runs.length === 2) taken();
        await both;
        if (mine === 'run-1') await later(60); // the second worker is done by now
        await steps.commit(async (tx) => {
          await addSource(mine)(tx);
          return { done: 1 };
        });
      },
    };
    const id = await world.queue('slow', {});
    const [slow, quick] = [world.worker({}, kinds), world.worker({}, kinds)];
    slow.start();
    while (!runs.length) await later(5);
    // When the embedded database starts, every lease counts as ended; on PostgreSQL the second worker waits for the end.
    if (world.store.kind === 'postgres')
      await world.write((tx) =>
        tx.run(
          sql`update "jobs" set "lease_until" = now() - interval '1 second' where "tenant_id" = ${tenantId} and "id" = ${id}`,
        ),
      );
    quick.start();
    const job = await world.ended(id);
    await later(120);
    expect([job.state, job.fence, runs.length]).toEqual(['done', 2, 2]);
    expect(await world.row(sql`select "name" from "lead_sources" where "tenant_id" = ${tenantId}`)).toEqual({ name: 'run-2' });
  });

  it('a cancelled or paused job stops at its next step, which is rolled back', async () => {
    const kinds: JobKinds = {
      two: async (job, steps) => {
        await steps.commit(async (tx) => {
          await addSource(`${job.id}-1`)(tx);
          return { cursor: { step: 1 } };
        });
        await world.write((tx) =>
          tx.run(
            sql`update "jobs" set "state" = ${String(job.payload['state'])} where "tenant_id" = ${tenantId} and "id" = ${job.id}`,
          ),
        );
        await steps.commit(async (tx) => {
          await addSource(`${job.id}-2`)(tx);
          return { cursor: { step: 2 } };
        });
      },
    };
    for (const state of ['cancelled', 'paused']) await world.queue('two', { state });
    world.worker({}, kinds).start();
    await later(300);
    expect(await sources()).toBe(2);
    expect(world.errors).toEqual([]);
  });

  it('a fault is retried from the cursor, a refusal ends the job with its message', async () => {
    let falls = 1;
    const kinds: JobKinds = {
      shaky: async (job, steps) => {
        if (!job.cursor) await steps.commit(async (tx) => ({ cursor: { at: 1 }, value: await addSource('once')(tx) }));
        if (falls-- > 0) throw new Error('the network');
        return { from: job.cursor };
      },
      refusing: async () => {
        throw problem(422, 'The file is empty.');
      },
    };
    const [shaky, refusing] = [await world.queue('shaky', {}), await world.queue('refusing', {})];
    world.worker({}, kinds).start();
    expect(await world.ended(refusing)).toMatchObject({ state: 'failed', message: 'The file is empty.' });
    expect(await world.ended(shaky)).toMatchObject({ state: 'done', result: { from: { at: 1 } } });
    expect(await sources()).toBe(1);
  });

  it('TRUST-R6 four workers do each of 60 jobs once; a stopped worker returns its job to the queue', async () => {
    const kinds: JobKinds = {
      one: async (job, steps) => {
        await steps.commit(async (tx) => ({ value: await addSource(job.id)(tx) }));
      },
    };
    const ids: string[] = [];
    for (let n = 0; n < 60; n++) ids.push(await world.queue('one', {}));
    const workers = [0, 1, 2, 3].map(() => world.worker({}, kinds));
    for (const worker of workers) worker.start();
    await later(40);
    await workers[0]!.stop();
    for (const id of ids) expect((await world.ended(id)).state).toBe('done');
    expect(await sources()).toBe(60);
  });

  it('TRUST-S35 due jobs are fetched dozens at a time, since each look-up goes through all of them', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 120; n++) ids.push(await world.queue('one', {}));
    let looks = 0;
    const lookUp = world.store.lookUp.bind(world.store);
    world.store.lookUp = (name, args) => {
      if (name === 'due_jobs') looks++;
      return lookUp(name, args);
    };
    world.worker({ pollMs: 60_000 }, { one: async () => void (await later(5)) }).start();
    for (const id of ids) expect((await world.ended(id)).state).toBe('done');
    world.store.lookUp = lookUp;
    expect(looks).toBeLessThan(10);
  });
});
