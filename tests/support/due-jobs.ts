import type { TestApp } from './app';

/** Runs jobs until none is due; jobs scheduled for later stay. */
export async function runDueJobs({ services, store }: Pick<TestApp, 'services' | 'store'>): Promise<void> {
  services.jobs.start();
  for (;;) {
    const [open] = await store.admin(
      `select count(*)::int as n from "jobs" where "state" in ('queued', 'running') and ("run_at" is null or "run_at" <= clock_timestamp())`,
    );
    if (open!['n'] === 0) break;
    services.jobs.wake();
    await new Promise((go) => setTimeout(go, 10));
  }
  await services.jobs.stop();
}

/** The same, and throws if a job failed. */
export async function runDueJobsWell(test: Pick<TestApp, 'services' | 'store'>): Promise<void> {
  await runDueJobs(test);
  const failed = await test.store.admin(`select "kind", "message" from "jobs" where "state" = 'failed'`);
  if (failed.length) throw new Error(JSON.stringify(failed));
}
