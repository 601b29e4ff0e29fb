import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config';
import { CannotStart } from '../store/cannot-start';
import type { Connection } from '../store/connection';
import { askForCopy } from '../store/embedded/copies';
import { lockDirectory } from '../store/embedded/directory-lock';
import { startEngine } from '../store/embedded/engine';
import { withClient } from '../store/postgres';

type Work<T> = (connection: Connection) => Promise<T>;

/** The database of a stopped server, or PostgreSQL, as it stands; nothing is made or changed by opening it. Throws CannotStart. */
export async function withDatabase<T>(config: Config, work: Work<T>): Promise<T> {
  if (config.databaseUrl) return withClient(config.databaseAdminUrl ?? config.databaseUrl, work);
  return withDirectory(config.dataDir, work);
}

/** For reading while people work: of an embedded database whose server runs, the copy that the server makes. */
export async function withReadable<T>(config: Config, work: Work<T>): Promise<T> {
  if (config.databaseUrl) return withDatabase(config, work);
  const directory = databaseIn(config.dataDir);
  const release = freeLock(config.dataDir);
  if (release) return withEngine(directory, work).finally(release);
  const copy = await askForCopy(config.dataDir);
  return withEngine(copy, work).finally(() => rm(copy, { recursive: true, force: true }));
}

/** The embedded database of a directory that no server uses. */
export async function withDirectory<T>(dataDir: string, work: Work<T>): Promise<T> {
  const directory = databaseIn(dataDir);
  const release = lockDirectory(dataDir);
  return withEngine(directory, work).finally(release);
}

export async function withEngine<T>(directory: string, work: Work<T>): Promise<T> {
  const engine = await startEngine(directory, undefined);
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

function databaseIn(dataDir: string): string {
  const directory = join(dataDir, 'database');
  if (!existsSync(directory)) throw new CannotStart(`There is no database in ${dataDir}. Set DATA_DIR.`);
  return directory;
}

/** Undefined: a server holds it. */
function freeLock(dataDir: string): (() => void) | undefined {
  try {
    return lockDirectory(dataDir);
  } catch (error) {
    if (error instanceof CannotStart) return undefined;
    throw error;
  }
}
