import sql from 'sql-template-tag';
import type { Services } from '../http/context';
import { newId } from '../store/ids';
import type { JobKinds, Jobs } from './jobs';
import { claim, leaseSeconds } from './lease';
import { runJob } from './run-job';

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

/** The queue and its worker. `services` is asked late, because the services hold this very object. */
export function makeJobs(services: () => Services, kinds: JobKinds, options: JobsOptions = {}): Jobs {
  const { pollMs = 2000, concurrency = 2 } = options;
  const running = new Map<string, Promise<void>>();
  let stopping = new AbortController();
  let started = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let firstLook = true;

  const look = (): void => {
    if (!started) return;
    if (looking) {
      lookAgain = true;
      return;
    }
    clearTimeout(timer);
    looking = takeDue()
      .catch((error: unknown) => services().log.error({ err: error }, 'looking for jobs failed'))
      .finally(() => {
        looking = undefined;
        if (!started) return;
        const again = lookAgain;
        lookAgain = false;
        if (again) look();
        else timer = setTimeout(look, pollMs).unref();
      });
  };

  async function takeDue(): Promise<void> {
    const { store } = services();
    // The embedded database has one process: at its start every lease belongs to a dead one.
    const ahead = firstLook && store.kind === 'embedded' ? leaseSeconds + 1 : 0;
    const room = concurrency - running.size;
    if (room <= 0) return;
    const due = await store.lookUp<Due>('due_jobs', [ahead, room + running.size]);
    firstLook = false;
    for (const { tenant_id: tenantId, id } of due) {
      if (!started || running.size >= concurrency) return;
      if (running.has(id)) continue;
      const actor = { tenantId, userId: null, ip: '', agent: 'job', requestId: id, reason: 'claim' };
      const claimed = await store.transaction(actor, (tx) => claim(tx, tenantId, id, ahead));
      if (!claimed) continue;
      const work = runJob(services(), kinds[claimed.kind], claimed, tenantId, stopping.signal).finally(() => {
        running.delete(id);
        look();
      });
      running.set(id, work);
    }
  }

  return {
    async add(tx, session, job) {
      const id = newId();
      const runAt = job.runAt?.toISOString() ?? null;
      const added = await tx.run(sql`
        INSERT INTO "jobs" ("tenant_id", "id", "kind", "state", "payload", "dedupe_key", "run_at", "created_by")
        VALUES (${session.tenantId}, ${id}, ${job.kind}, 'queued', ${JSON.stringify(job.payload)}::jsonb,
          ${job.dedupeKey ?? null}, ${runAt}::timestamptz, ${session.userId})
        ON CONFLICT DO NOTHING`);
      if (added === 1) return id;
      const known = await tx.row<{ id: string }>(sql`
        SELECT "id" FROM "jobs" WHERE "tenant_id" = ${session.tenantId} AND "kind" = ${job.kind}
          AND "dedupe_key" = ${job.dedupeKey} AND "finished_at" IS NULL`);
      if (!known) throw new Error(`job ${job.kind} neither added nor found`);
      return known.id;
    },
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
      await looking;
      await Promise.all(running.values());
    },
    wake: look,
  };
}
