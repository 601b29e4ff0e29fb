import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotStart } from '../cannot-start';
import { newId } from '../ids';
import type { EmbeddedDatabase } from './embedded-database';
import { copyAtRest } from './snapshots';
import { errorMessage } from '../../domain/error-details';

/**
 * How another process gets a copy of the database that a running server holds: it leaves a file `<id>.wanted` in the folder,
 * the server answers with a directory `<id>` that is whole when it has its name, or with `<id>.failed`.
 */
const folderOf = (dataDir: string): string => join(dataDir, 'copies');

/** Asks the server that runs on the data directory. Returns the path of the copy, which the caller removes. Throws CannotStart. */
export async function askForCopy(dataDir: string, patienceMs = 120_000): Promise<string> {
  const path = join(folderOf(dataDir), newId());
  await mkdir(folderOf(dataDir), { recursive: true });
  await writeFile(`${path}.wanted`, '');
  for (const until = Date.now() + patienceMs; Date.now() < until; await pause(100)) {
    if (existsSync(path)) return path;
    if (existsSync(`${path}.failed`)) {
      const why = await readFile(`${path}.failed`, 'utf8');
      await rm(`${path}.failed`, { force: true });
      throw new CannotStart(`The running server could not copy its database: ${why}`, 69);
    }
  }
  await rm(`${path}.wanted`, { force: true });
  throw new CannotStart(
    `The server that uses ${dataDir} did not answer within ${patienceMs / 1000} s. Stop it, then try again.`,
    69,
  );
}

/** The server's part, called every second: makes the copies that are wanted. */
export async function makeWantedCopies(database: EmbeddedDatabase, databaseDir: string, dataDir: string): Promise<void> {
  const folder = folderOf(dataDir);
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.endsWith('.wanted'))) {
    const id = name.slice(0, -'.wanted'.length);
    if (!/^[0-9A-Z]{26}$/.test(id)) continue;
    const draft = join(folder, `${id}.part`);
    try {
      await copyAtRest(database, databaseDir, draft);
      await rename(draft, join(folder, id));
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      await writeFile(join(folder, `${id}.failed`), errorMessage(error)).catch(() => {});
    }
    await rm(join(folder, name), { force: true });
  }
}

/** At the start of a server: what an earlier one, or a command that was ended, left behind. */
export const dropCopies = (dataDir: string): Promise<void> => rm(folderOf(dataDir), { recursive: true, force: true });

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
