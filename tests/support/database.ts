import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { resources as allResources } from '../../src/schemas/kit/all';
import type { AnyResource } from '../../src/schemas/kit/resource';
import type { Database } from '../../server/store/connection';
import { runTwice } from './run-twice';
import { makeStore, type StoreHooks, type TransactionReport } from '../../server/store/make-store';
import { pgliteConnection, pgliteOptions } from '../../server/store/pglite';
import type { Actor, DbRow, Store } from '../../server/store/store';
import { applySchema } from '../../server/store/tables/apply';
import { appRole, guardTable } from '../../server/store/tables/ddl';
import { tableModels } from '../../server/store/tables/model';
import { makePlan } from '../../server/store/tables/plan';
import { FilledMemory, filesOfTar } from './files-of-tar';

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
  const database = await memoryDatabase(resources);
  const connection = pgliteConnection(database);
  let last: Promise<unknown> = Promise.resolve();
  const driver: Database = {
    kind: 'embedded',
    takeRole: `set local role ${appRole}`,
    use(work) {
      const turn = last.then(() => work(connection));
      last = turn.catch(() => {});
      return turn;
    },
    close: () => database.close(),
  };
  return withAdmin(driver);
}

/** The bare PGlite under `freshStore`, as its superuser. */
export async function memoryDatabase(resources: readonly AnyResource[]): Promise<PGlite> {
  const database = await PGlite.create({ ...pgliteOptions, fs: new FilledMemory(await emptyFiles(resources)) });
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

const filesOf = new Map<Blob, ReturnType<typeof filesOfTar>>();

/** The files of `emptyTables`, cached for the process. */
async function emptyFiles(resources: readonly AnyResource[]): Promise<ReturnType<typeof filesOfTar>> {
  const dump = await emptyTables(resources);
  const files = filesOf.get(dump) ?? filesOfTar(new Uint8Array(await dump.arrayBuffer()));
  filesOf.set(dump, files);
  return files;
}

const templates = new Map<string, Promise<Blob>>();
const dumpOf = new WeakMap<readonly AnyResource[], Promise<Blob>>();

/** A dump of an empty database with the tables, cached for the process and in tests/.tmp under the hash of its definition. */
export function emptyTables(resources: readonly AnyResource[]): Promise<Blob> {
  const known = dumpOf.get(resources) ?? findTemplate(resources);
  dumpOf.set(resources, known);
  return known;
}

function findTemplate(resources: readonly AnyResource[]): Promise<Blob> {
  const models = tableModels(resources);
  const plan = makePlan(models, { tables: new Map(), state: new Map() });
  const hash = createHash('sha256')
    .update(JSON.stringify([plan, models.map((model) => guardTable(model, new Set()))]))
    .digest('hex');
  const known = templates.get(hash) ?? makeTemplate(hash, resources);
  templates.set(hash, known);
  return known;
}

async function makeTemplate(hash: string, resources: readonly AnyResource[]): Promise<Blob> {
  const folder = new URL('../.tmp/', import.meta.url);
  const file = new URL(`tables-${hash.slice(0, 16)}.tar`, folder);
  if (existsSync(file)) return new Blob([readFileSync(file)]);
  const database = await PGlite.create({ ...pgliteOptions, ...(await startingPoint(resources)) });
  await applySchema(pgliteConnection(database), resources);
  const dump = await database.dumpDataDir('none');
  await database.close();
  mkdirSync(folder, { recursive: true });
  const draft = new URL(`${process.pid}-${Math.random().toString(36).slice(2)}.tmp`, folder);
  writeFileSync(draft, Buffer.from(await dump.arrayBuffer()));
  renameSync(draft, file);
  return dump;
}

/** With more than the product's own resources, its tables are created once and the others are added to them. */
async function startingPoint(resources: readonly AnyResource[]): Promise<{ fs?: FilledMemory }> {
  const isMore = resources.length > allResources.length && allResources.every((one) => resources.includes(one));
  return isMore ? { fs: new FilledMemory(await emptyFiles(allResources)) } : {};
}
