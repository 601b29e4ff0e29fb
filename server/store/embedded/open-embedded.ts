import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnyResource } from '../../../src/schemas/kit/resource';
import { CannotStart } from '../cannot-start';
import { applySchema, type ApplyOptions } from '../tables/apply';
import { copyTree } from './copy-tree';
import { dropCopies } from './copies';
import { lockDirectory } from './directory-lock';
import { embeddedDatabase, type EmbeddedDatabase } from './embedded-database';
import { startEngine } from './engine';
import { diskSpaceCheck } from './disk-space';
import { daysSinceMade, shiftTimes } from './template-age';
import { startUpkeep } from './upkeep';
import { errorCode } from '../../domain/error-details';

export interface EmbeddedOptions extends ApplyOptions {
  readonly resources: readonly AnyResource[];
  readonly dataDir: string;
  /** The built worker; without it the database runs in this thread. */
  readonly workerFile?: URL;
  /** A prepared directory (makeTemplate, or the build's with demo rows) that an empty data directory starts from. */
  readonly templateDir?: string;
  readonly warn: (message: string) => void;
  /** Nobody waits for the work (the build, the operator's commands): a slow machine must not stop it, so each limit is a day. */
  readonly unhurried?: boolean;
  /** Called when the database's own thread has begun. */
  readonly atWork?: () => void;
}

/** Locks the data directory, makes or opens the database in it, brings the tables up to date. Throws CannotStart. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, workerFile } = options;
  const directory = join(dataDir, 'database');
  let release = (): void => {};
  try {
    await mkdir(dataDir, { recursive: true });
    release = lockDirectory(dataDir);
    const hasSpace = diskSpaceCheck(dataDir);
    if (!(await hasSpace())) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    const limit = options.unhurried ? 86_400_000 : undefined;
    const copied = beginDirectory(directory, options);
    const starting = startEngine(
      copied.then(() => directory),
      workerFile,
      limit,
    );
    const start = () => startEngine(directory, workerFile, limit);
    options.atWork?.();
    const engine = await starting;
    const days = await copied;
    try {
      await applySchema(engine, options.resources, options);
      if (days > 0) await shiftTimes(engine, options.resources, days);
      await finishDirectory(directory);
    } catch (error) {
      await engine.close();
      throw error;
    }
    const database = embeddedDatabase(start, engine, { hasSpace, ...(limit && { wait: limit, hold: limit }) });
    await dropCopies(dataDir);
    const stopUpkeep = startUpkeep(database, {
      dataDir,
      databaseDir: directory,
      snapshotDir: join(dataDir, 'snapshots'),
      warn: options.warn,
    });
    const close = database.close.bind(database);
    return Object.assign(database, {
      async close() {
        await stopUpkeep();
        await close();
        release();
      },
    });
  } catch (error) {
    release();
    throw whyNot(dataDir, error);
  }
}

/** A data directory with all tables and no rows, which a first start copies instead of making its own. `dir` must not exist. */
export async function makeTemplate(dir: string, resources: readonly AnyResource[], workerFile?: URL): Promise<void> {
  await mkdir(dir, { recursive: true });
  const engine = await startEngine(dir, workerFile);
  await applySchema(engine, resources);
  await engine.script('vacuum (freeze, analyze)');
  await engine.script('checkpoint');
  await engine.close();
}

/**
 * A first start. A prepared directory gets its name when it is copied whole; one that is made here has a marker next to it until
 * its tables are there (`finish`), so that a start that is cut off leaves nothing half made. Returns how many days ago a copied
 * one was made.
 */
async function beginDirectory(directory: string, { templateDir }: Pick<EmbeddedOptions, 'templateDir'>): Promise<number> {
  const making = `${directory}.making`;
  if (existsSync(making)) await rm(directory, { recursive: true, force: true });
  if (existsSync(directory)) return 0;
  await writeFile(making, '');
  if (!templateDir || !existsSync(templateDir)) return mkdir(directory).then(() => 0);
  const draft = `${directory}.new`;
  await rm(draft, { recursive: true, force: true });
  await copyTree(templateDir, draft);
  await rename(draft, directory);
  return daysSinceMade(templateDir);
}
const finishDirectory = (directory: string): Promise<void> => rm(`${directory}.making`, { force: true });

function whyNot(dataDir: string, error: unknown): unknown {
  if (error instanceof CannotStart) return error;
  const code = errorCode(error);
  const message = error instanceof Error ? error.message : '';
  const said = (text: string, exitCode?: 69 | 78): CannotStart =>
    new CannotStart(`The data directory ${dataDir} ${text}`, exitCode);
  if (code === 'EACCES' || code === 'EPERM')
    return said('cannot be read and written by this user. Change its owner, or set DATA_DIR.');
  if (code === 'EROFS') return said('is on a read-only disk. Set DATA_DIR to another place.');
  if (code === 'ENOTDIR' || code === 'EEXIST') return said('is a file, not a directory. Set DATA_DIR to a directory.');
  if (code === 'ENOSPC' || /no space/i.test(message)) return said('is on a full disk. Free some space, then start again.', 69);
  return said(
    `contains a database that cannot be opened: ${message || String(code)}. The newest snapshot is under ${join(dataDir, 'snapshots')}.`,
  );
}
