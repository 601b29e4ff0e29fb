import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copyTree } from './copy-tree';
import type { EmbeddedDatabase } from './embedded-database';

/** How many snapshots stay. */
const kept = 3;

/**
 * A copy of the database's files at rest: after a checkpoint, while no transaction runs. It is flushed to the disk file by
 * file and gets its name at the end, so a name always stands for a whole copy. Returns its path.
 */
export async function takeSnapshot(database: EmbeddedDatabase, databaseDir: string, snapshotDir: string): Promise<string> {
  await mkdir(snapshotDir, { recursive: true });
  const name = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const draft = join(snapshotDir, `.${name}.part`);
  const path = join(snapshotDir, name);
  await copyAtRest(database, databaseDir, draft);
  await flushTree(draft);
  await rename(draft, path);
  await flush(snapshotDir);
  await dropOld(snapshotDir);
  return path;
}

/** The files of the database after a checkpoint, while nothing else runs in it. */
export async function copyAtRest(database: EmbeddedDatabase, databaseDir: string, to: string): Promise<void> {
  await database.alone(async (connection) => {
    await connection.script('checkpoint');
    await copyTree(databaseDir, to);
  });
}

/** Newest last. */
export async function listSnapshots(snapshotDir: string): Promise<string[]> {
  const names = await readdir(snapshotDir).catch(() => []);
  return names.filter((name) => !name.startsWith('.')).sort();
}

async function dropOld(snapshotDir: string): Promise<void> {
  const names = await listSnapshots(snapshotDir);
  for (const name of names.slice(0, -kept)) await rm(join(snapshotDir, name), { recursive: true, force: true });
  for (const name of await readdir(snapshotDir))
    if (name.endsWith('.part')) await rm(join(snapshotDir, name), { recursive: true, force: true });
}

/** fsync of every file below, then of the directories. */
export async function flushTree(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries) if (entry.isFile()) await flush(join(entry.parentPath, entry.name));
  for (const entry of entries) if (entry.isDirectory()) await flush(join(entry.parentPath, entry.name));
  await flush(directory);
  await flush(dirname(directory));
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
