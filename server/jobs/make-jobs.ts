import type { Services } from '../context/services';
import type { JobKinds } from '../context/running-job';
import type { Jobs } from '../context/jobs';
import { addJob } from './add-job';
import { claim, leaseSeconds } from './lease';
import { runJob } from './run-job';

/** Due jobs that one look finds: it sorts all of them, and a broadcast leaves one for each of its messages. */
const foundAtOnce = 50;

interface Due {
  readonly tenant_id: string;
  readonly id: string;
}
export interface JobsOptions {
  /** Milliseconds between two looks when nothing wakes the worker; jobs of other processes and retries are found this way. */
  readonly pollMs?: number;
  /** Jobs at a time in this process. */
  readonly concurrency?: number;
}

/** The queue and its worker. `services` is a function, because the services contain this object. */
export function makeJobs(services: () => Services, kinds: JobKinds, options: JobsOptions = {}): Jobs {
  const { pollMs = 2000, concurrency = 2 } = options;
  const running = new Map<string, Promise<void>>();
  let stopping = new AbortController();
  let started = false;
  let timer: NodeJS.Timeout | undefined;
  let taking: Promise<void> | undefined;
  let again: 'look' | 'take' | undefined;
  let firstLook = true;
  /** What the last look found and nobody has taken yet, in its turn. */
  let found: { readonly ahead: number; readonly due: Due[] } = { ahead: 0, due: [] };

  /** A look is due when there may be new jobs; whatever ends only makes room for the next of those found. */
  const go = (how: 'look' | 'take'): void => {
    if (!started) return;
    if (taking) {
      if (again !== 'look') again = how;
      return;
    }
    clearTimeout(timer);
    taking = takeDue(how === 'look')
      .catch((error: unknown) => services().log.error({ err: error }, 'due jobs could not be looked up'))
      .finally(() => {
        taking = undefined;
        if (!started) return;
        const next = again;
        again = undefined;
        if (next) go(next);
        else timer = setTimeout(look, pollMs).unref();
      });
  };
  const look = (): void => go('look');

  async function takeDue(isFresh: boolean): Promise<void> {
    if (isFresh) found = { ahead: 0, due: [] };
    for (let isLast = false; started && running.size < concurrency;) {
      if (!found.due.length) {
        if (isLast) return;
        ({ isLast, ...found } = await lookForDue());
      }
      const next = found.due.shift();
      if (next && !running.has(next.id)) await begin(next, found.ahead);
    }
  }

  async function lookForDue(): Promise<typeof found & { readonly isLast: boolean }> {
    const { store } = services();
    // The embedded database has one process: at its start every lease belongs to a dead one.
    const ahead = firstLook && store.kind === 'embedded' ? leaseSeconds + 1 : 0;
    const most = ahead ? concurrency : foundAtOnce;
    const due = await store.lookUp<Due>('due_jobs', [ahead, most]);
    firstLook = false;
    return { ahead, due, isLast: due.length < most };
  }

  async function begin({ tenant_id: tenantId, id }: Due, ahead: number): Promise<void> {
    const actor = { tenantId, userId: null, ip: '', agent: 'job', requestId: id, reason: 'claim' };
    const claimed = await services().store.transaction(actor, (tx) => claim(tx, tenantId, id, ahead));
    if (!claimed) return;
    const work = runJob(services(), kinds[claimed.kind], claimed, tenantId, stopping.signal).finally(() => {
      running.delete(id);
      go('take');
    });
    running.set(id, work);
  }

  return {
    add: addJob,
    start() {
      if (started) return;
      started = true;
      firstLook = true;
      stopping = new AbortController();
      look();
    },
    async stop() {
      started = false;
      clearTimeout(timer);
      stopping.abort();
      found = { ahead: 0, due: [] };
      await taking;
      await Promise.all(running.values());
    },
    wake: look,
  };
}
