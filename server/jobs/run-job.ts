import { Problem } from '../../src/schemas/kit/problem';
import type { Services } from '../context/services';
import type { Actor, Tx } from '../store/store';
import { JobStopped, type JobRunner, type Progress, type Steps } from '../context/running-job';
import { advance, backoff, fail, finish, releaseLease, leaseSeconds, whyStopped, type Claim, type Held } from './lease';

/** Runs one claimed job to its end: done, failed, released, or left to the worker that holds the lease now. Never throws. */
export async function runJob(
  services: Services,
  runner: JobRunner | undefined,
  claimed: Claim,
  tenantId: string,
  stopping: AbortSignal,
): Promise<void> {
  const held: Held = { tenantId, id: claimed.id, fence: claimed.fence };
  const actor = actorOf(tenantId, claimed);
  const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => services.store.transaction(actor, work);
  const lost = new AbortController();
  const heartbeat = setInterval(() => void beat(), (leaseSeconds * 1000) / 3);
  heartbeat.unref();
  try {
    if (!runner) throw new Problem(422, `There is no job of the kind '${claimed.kind}'.`);
    const job = {
      ...claimed,
      tenantId,
      userId: claimed.created_by,
      isLastTry: backoff(claimed.attempts) === undefined,
      services,
    };
    const result = await runner(job, stepsOf(services, held, actor, stopping, lost.signal));
    await write((tx) => finish(tx, held, result ?? undefined));
  } catch (error) {
    await settle(error).catch((again: unknown) => services.log.error({ job: held.id, err: again }, 'job could not be released'));
  } finally {
    clearInterval(heartbeat);
  }

  async function beat(): Promise<void> {
    const mine = await write((tx) => advance(tx, held, {})).catch(() => true);
    if (!mine) lost.abort();
  }
  async function settle(error: unknown): Promise<void> {
    if (error instanceof JobStopped) {
      if (error.why === 'server stopping' || error.why === 'turn over') await write((tx) => releaseLease(tx, held, 0));
      return;
    }
    if (error instanceof Problem && error.code < 500) {
      await write((tx) => fail(tx, held, error.message));
      return;
    }
    const delay = backoff(claimed.attempts);
    services.log.error({ job: held.id, kind: claimed.kind, attempts: claimed.attempts, err: error }, 'job step failed');
    if (delay === undefined)
      await write((tx) => fail(tx, held, 'It failed several times and was stopped. Please start it again.'));
    else await write((tx) => releaseLease(tx, held, delay, 'Interrupted. It will continue automatically.'));
  }
}

function stepsOf(services: Services, held: Held, actor: Actor, stopping: AbortSignal, lost: AbortSignal): Steps {
  const check = (): void => {
    if (stopping.aborted) throw new JobStopped('server stopping');
    if (lost.aborted) throw new JobStopped('lease lost');
  };
  return {
    check,
    letOthers() {
      throw new JobStopped('turn over');
    },
    async commit(work: (tx: Tx) => Promise<Progress & { readonly value?: never }>) {
      await services.pressure.quiet();
      check();
      return services.store.transaction(actor, async (tx) => {
        const { value, ...progress } = await work(tx);
        // Last in the transaction: a worker that took the lease meanwhile has a higher fence, and all of this is rolled back.
        if (!(await advance(tx, held, progress))) throw new JobStopped(await whyStopped(tx, held));
        return value;
      });
    },
    record: (work) => patiently(() => services.store.transaction(actor, work)),
    async read(work) {
      await services.pressure.quiet();
      check();
      return services.store.transaction(actor, work, { readOnly: true });
    },
  };
}

/** To record what has happened outside, it waits some seconds for an unavailable database. */
async function patiently(work: () => Promise<void>): Promise<void> {
  for (let wait = 250; ; wait *= 2)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 503 || wait > 4000) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
}

function actorOf(tenantId: string, claimed: Claim): Actor {
  return { tenantId, userId: claimed.created_by, ip: '', agent: 'job', requestId: claimed.id, reason: claimed.kind };
}
