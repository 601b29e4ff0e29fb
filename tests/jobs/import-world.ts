import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { makeDiskFiles } from '../../server/files/disk-files';
import type { Services } from '../../server/context/services';
import { jobKinds as dryRunKinds } from '../../server/imports/lead-dry-run';
import { jobKinds as importKinds } from '../../server/imports/lead-import';
import type { JobKinds } from '../../server/context/running-job';
import type { Jobs } from '../../server/context/jobs';
import { makeJobs, type JobsOptions } from '../../server/jobs/make-jobs';
import { jobKinds as suspectKinds } from '../../server/leads/find-suspects';
import { newId } from '../../server/store/ids';
import { makeSecrets } from '../../server/store/secrets';
import type { Tx } from '../../server/store/store';
import { actor, freshStore, type TestStore } from '../support/database';
import { JobKind } from '../../server/context/jobs';

export const tenantId = 'tenant-one';
export const adminId = 'admin-one';
export const me = { tenantId, userId: adminId };

export interface World {
  readonly store: TestStore;
  readonly services: Services;
  readonly dir: string;
  readonly errors: unknown[];
  /** A worker on the same database, as another process would run it. */
  worker(options?: JobsOptions, kinds?: JobKinds): Jobs;
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  row<T = Record<string, unknown>>(text: ReturnType<typeof sql>): Promise<T>;
  /** Stores the file and queues its import; returns the ids. */
  upload(
    path: string,
    options?: { mapping?: object; options?: object },
  ): Promise<{ jobId: string; importId: string; fileId: string }>;
  queue(kind: string, payload: object, dedupeKey?: string): Promise<string>;
  /** Resolves with the row of the job when it has ended. */
  ended(jobId: string): Promise<JobRow>;
  /** Stops the workers and forgets jobs, imports and leads: tests of one file share a database. */
  reset(): Promise<void>;
  close(): Promise<void>;
}
export interface JobRow {
  readonly state: string;
  readonly done: number;
  readonly total: number;
  readonly message: string;
  readonly result: Record<string, unknown>;
  readonly cursor: Record<string, unknown> | null;
  readonly fence: number;
  readonly attempts: number;
}

/** A tenant with an administrator and two counsellors, an empty database, and files in a folder of its own. */
export async function makeWorld(fresh: () => Promise<TestStore> = () => freshStore()): Promise<World> {
  const store = await fresh();
  const dir = mkdtempSync(join(tmpdir(), 'import-'));
  const secrets = makeSecrets('a secret of the tests that is long enough');
  const errors: unknown[] = [];
  const workers: Jobs[] = [];
  const services = {
    config: { dataDir: dir },
    store,
    secrets,
    now: () => new Date(),
    pressure: { quiet: async () => {} },
    log: { info: () => {}, warn: () => {}, error: (data: object) => void errors.push(data) },
  } as unknown as { -readonly [K in keyof Services]: Services[K] };
  services.files = makeDiskFiles(dir, secrets, services.now);
  const worker: World['worker'] = (options = {}, kinds = { ...importKinds, ...suspectKinds, ...dryRunKinds }) => {
    const made = makeJobs(() => services, kinds, { pollMs: 20, ...options });
    workers.push(made);
    return made;
  };
  services.jobs = worker();
  const write: World['write'] = (work) => store.transaction(actor(tenantId, adminId), work);
  const row: World['row'] = async (text) => (await write((tx) => tx.row(text))) as never;
  await write(async (tx) => {
    await tx.run(
      sql`insert into "tenant" ("tenant_id", "id", "name", "country") values (${tenantId}, ${tenantId}, 'One', 'India')`,
    );
    for (const [id, role] of [
      [adminId, 1],
      ['caller-a', 4],
      ['caller-b', 4],
    ] as const) {
      await tx.run(
        sql`insert into "users_roles" ("tenant_id", "role", "role_name", "permissions", "data_scope") values (${tenantId}, ${role}, ${`Role ${role}`}, '[]'::jsonb, 'tenant') on conflict do nothing`,
      );
      await tx.run(sql`insert into "users" ("tenant_id", "id", "name", "email", "role", "type", "status")
        values (${tenantId}, ${id}, ${id}, ${`${id}@one.example`}, ${role}, 'org', 1)`);
    }
  });
  const queue: World['queue'] = (kind, payload, dedupeKey) =>
    write((tx) => services.jobs.add(tx, me, { kind: new JobKind<object>(kind), payload, ...(dedupeKey ? { dedupeKey } : {}) }));
  return {
    store,
    services,
    dir,
    errors,
    worker,
    write,
    row,
    queue,
    async upload(path, { mapping, options } = {}) {
      const importId = newId();
      const stored = await services.files.store(tenantId, path);
      const fileId = await write(async (tx) => {
        const file = await services.files.put(tx, tenantId, { name: 'leads.csv', mime: 'text/csv', purpose: 'import', stored });
        await tx.run(sql`
          insert into "imports" ("tenant_id", "id", "resource", "file_id", "file_name", "state", "mapping", "options")
          values (${tenantId}, ${importId}, 'leads', ${file.id}, 'leads.csv', 'queued',
            ${mapping ? JSON.stringify(mapping) : null}::jsonb, ${options ? JSON.stringify(options) : null}::jsonb)`);
        return file.id;
      });
      return { jobId: await queue('lead-import', { import_id: importId }), importId, fileId };
    },
    async ended(jobId) {
      for (;;) {
        const job = await row<JobRow>(sql`select * from "jobs" where "tenant_id" = ${tenantId} and "id" = ${jobId}`);
        if (['done', 'failed', 'cancelled'].includes(job.state)) return job;
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
    },
    async reset() {
      for (const one of workers.splice(0)) await one.stop();
      errors.length = 0;
      services.jobs = worker();
      const tables = [
        'import_rows',
        'lead_suspects',
        'lead_captures',
        'leads',
        'imports',
        'import_mappings',
        'jobs',
        'lead_sources',
        'streams',
        'custom_fields',
      ];
      const emptied = [...tables, 'audit'].map((name) => `delete from "${name}"`).join('; ');
      // Without triggers: references among these tables would require an order.
      await store.admin(`set session_replication_role = replica; ${emptied}; set session_replication_role = origin`);
    },
    async close() {
      for (const one of workers) await one.stop();
      await store.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
