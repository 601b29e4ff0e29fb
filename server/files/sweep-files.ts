import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import type { Services } from '../context/services';
import type { Store } from '../store/store';
import { filesFolder } from './disk-files';

const hour = 3_600_000;

/** Cleans up once an hour while the process runs. */
export function startFileSweep(services: Services): void {
  const { store, config, now, log } = services;
  const sweep = (): Promise<unknown> =>
    sweepFiles(store, config.dataDir, now()).catch((error: unknown) =>
      log.warn({ err: error }, 'old files could not be deleted'),
    );
  setInterval(() => void sweep(), hour).unref();
}

/**
 * Deletes what a rolled-back transaction or a crash left behind: bytes without a row that are older than an hour, and drafts of
 * exports and error files to which nothing was added for a day. Returns how many went.
 */
export async function sweepFiles(store: Store, dataDir: string, now: Date): Promise<number> {
  const drafts = join(dataDir, 'tmp');
  const left = await olderThan(24 * hour, drafts, now);
  for (const name of left) await rm(join(drafts, name), { force: true, recursive: true });
  let gone = left.length;
  for (const tenantId of await names(filesFolder(dataDir))) {
    for (const part of await names(join(filesFolder(dataDir), tenantId))) {
      const folder = join(filesFolder(dataDir), tenantId, part);
      gone += await sweepFolder(store, folder, `${tenantId}/${part}`, tenantId, now);
    }
  }
  return gone;
}

async function sweepFolder(store: Store, folder: string, prefix: string, tenantId: string, now: Date): Promise<number> {
  const old = await olderThan(hour, folder, now);
  if (!old.length) return 0;
  const actor = { tenantId, userId: null, ip: '', agent: 'sweep', requestId: 'sweep' };
  const keys = old.map((name) => `${prefix}/${name}`);
  const kept = await store.transaction(actor, (tx) =>
    tx.rows<{ storage_key: string }>(
      sql`select "storage_key" from "files" where "tenant_id" = ${tenantId} and "storage_key" = any(${keys}::text[])`,
    ),
  );
  const known = new Set(kept.map((row) => row.storage_key));
  const orphans = old.filter((name) => !known.has(`${prefix}/${name}`));
  for (const name of orphans) await rm(join(folder, name), { force: true });
  return orphans.length;
}

async function olderThan(ms: number, folder: string, now: Date): Promise<string[]> {
  const old: string[] = [];
  for (const name of await names(folder)) {
    const at = await stat(join(folder, name)).catch(() => undefined);
    if (at && now.getTime() - at.mtimeMs > ms) old.push(name);
  }
  return old;
}

async function names(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
