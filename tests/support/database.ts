import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { resources as allResources } from '../../src/schemas/kit/all';
import type { AnyResource } from '../../src/schemas/kit/resource';
import type { Database } from '../../server/store/connection';
import { bareDatabase } from './bare-database';
import { runTwice } from './run-twice';
import { makeStore } from '../../server/store/make-store';
import type { StoreHooks, TransactionReport } from '../../server/store/run-once';
import { pgliteConnection, pgliteOptions, sendTo } from '../../server/store/pglite';
import type { Actor, DbRow, Store } from '../../server/store/store';
import { applySchema } from '../../server/store/tables/apply';
import { appRole, guardTable } from '../../server/store/tables/ddl';
import { tableModels } from '../../server/store/tables/model';
import { makePlan } from '../../server/store/tables/plan';
import { isEmptied, keepsDatabases, shapeOf } from './emptied';
import { filesIn, FilledMemory } from './filled-memory';

export interface TestStore extends Store {
  /** Runs SQL as the administrator, outside row security: to inspect, or to break something on purpose. */
  admin<T = DbRow>(text: string): Promise<T[]>;
  /** Reports of the transactions since the last `reports.splice(0)`. */
  readonly reports: TransactionReport[];
  /** An error that a test throws here is raised at the commit (StoreHooks). */
  beforeCommit: NonNullable<StoreHooks['beforeCommit']>;
}

/** A fresh in-process database with all tables, or those of the given resources. */
export async function freshStore(resources: readonly AnyResource[] = allResources): Promise<TestStore> {
  const kept = idle.get(resources) ?? [];
  idle.set(resources, kept);
  const { database, shape } = kept.pop() ?? (await withShape(await memoryDatabase(resources)));
  const connection = pgliteConnection(sendTo(database));
  let closed = false;
  let last: Promise<unknown> = Promise.resolve();
  const driver: Database = {
    kind: 'embedded',
    takeRole: `set local role ${appRole}`,
    use(work) {
      if (closed) return Promise.reject(new Error('this test database is closed'));
      const turn = last.then(() => work(connection));
      last = turn.catch(() => {});
      return turn;
    },
    async close() {
      if (closed) return;
      closed = true;
      await last;
      const script = (text: string): Promise<unknown[]> => connection.script(text);
      if (keepsDatabases && !database.closed && (await isEmptied(script, shape).catch(() => false)))
        kept.push({ database, shape });
      else await database.close();
    },
  };
  return withAdmin(driver);
}

const idle = new WeakMap<readonly AnyResource[], { database: PGlite; shape: string }[]>();

async function withShape(database: PGlite): Promise<{ database: PGlite; shape: string }> {
  return { database, shape: keepsDatabases ? await shapeOf((text) => pgliteConnection(sendTo(database)).script(text)) : '' };
}

/**
 * The bare PGlite under `freshStore`, as its superuser. Its files are in memory, so it needs few buffers; the usual 128 MB, which are
 * cleared at its start, are half of the start's time.
 */
export async function memoryDatabase(resources: readonly AnyResource[]): Promise<PGlite> {
  const startParams = [...pgliteOptions.startParams, '-c', 'shared_buffers=16MB'];
  const database = await PGlite.create({ ...pgliteOptions, startParams, fs: new FilledMemory(await emptyFiles(resources)) });
  await database.exec(`set timezone to 'UTC'`);
  return database;
}

/** The actor of tests for which it does not matter who acts. */
export const actor = (tenantId: string, userId: string | null = null): Actor => ({
  tenantId,
  userId,
  ip: '203.0.113.7',
  agent: 'tests',
  requestId: 'test',
});

export function withAdmin(driver: Database): TestStore {
  const reports: TransactionReport[] = [];
  const own = { beforeCommit: runTwice() };
  const hooks: StoreHooks = {
    onTransaction: (report) => void reports.push(report),
    beforeCommit: (attempt, by) => store.beforeCommit(attempt, by),
  };
  const store: TestStore = Object.assign(makeStore(driver, hooks), own, {
    reports,
    admin: <T>(text: string) => driver.use((connection) => connection.script<T>(text)),
  });
  return store;
}

const filesOf = new Map<string, ReturnType<typeof filesIn>>();

/** The files of `emptyTables`, cached for the process. */
async function emptyFiles(resources: readonly AnyResource[]): Promise<ReturnType<typeof filesIn>> {
  const directory = await emptyTables(resources);
  const files = filesOf.get(directory) ?? filesIn(directory);
  filesOf.set(directory, files);
  return files;
}

const templates = new Map<string, Promise<string>>();
const directoryOf = new WeakMap<readonly AnyResource[], Promise<string>>();

/** The directory of an empty database with the tables, kept in tests/.tmp under the hash of its definition. */
export function emptyTables(resources: readonly AnyResource[]): Promise<string> {
  const known = directoryOf.get(resources) ?? findTemplate(resources);
  directoryOf.set(resources, known);
  return known;
}

function findTemplate(resources: readonly AnyResource[]): Promise<string> {
  const models = tableModels(resources);
  const plan = makePlan(models, { tables: new Map(), state: new Map() });
  const hash = createHash('sha256')
    .update(JSON.stringify([plan, models.map((model) => guardTable(model, new Set()))]))
    .digest('hex');
  const known = templates.get(hash) ?? makeTemplate(hash, resources);
  templates.set(hash, known);
  return known;
}

/** It is closed before it is used: an open one would be recovered, with a look at every file, at each start of a copy. */
async function makeTemplate(hash: string, resources: readonly AnyResource[]): Promise<string> {
  const folder = fileURLToPath(new URL('../.tmp/', import.meta.url));
  const directory = join(folder, `tables-${hash.slice(0, 16)}`);
  if (existsSync(directory)) return directory;
  mkdirSync(folder, { recursive: true });
  const draft = mkdtempSync(join(folder, 'tables-draft-'));
  // With more than the product's own resources, its tables are created once and the others are added to them.
  const isMore = resources.length > allResources.length && allResources.every((one) => resources.includes(one));
  if (isMore) cpSync(await emptyTables(allResources), draft, { recursive: true });
  else {
    rmSync(draft, { recursive: true });
    await bareDatabase(draft);
  }
  const database = await PGlite.create(draft, pgliteOptions);
  await applySchema(pgliteConnection(sendTo(database)), resources);
  await database.close();
  try {
    renameSync(draft, directory);
  } catch (error) {
    if (!existsSync(directory)) throw error; // another process was faster
    rmSync(draft, { recursive: true });
  }
  return directory;
}
