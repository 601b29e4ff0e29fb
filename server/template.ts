import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resources } from '../src/schemas/kit/all';
import { readConfig } from './config';
import { firstStart } from './demo/seed-demo';
import { atOneMoment } from './store/copy/read-rows';
import { writePrepared } from './store/copy/prepared-rows';
import { startEngine } from './store/embedded/engine';
import { openEmbedded } from './store/embedded/open-embedded';
import { makeStore } from './store/make-store';
import { beside, builtNow } from './store/open';
import { readMatch, rememberMatch } from './store/tables/matched';

/**
 * `node dist/server/template.js`, run by the build: the database of a first start with its demo tenants, in dist/template, and its rows
 * once more as text. A start on an empty data directory copies the one, on an empty database of PostgreSQL reads the other,
 * instead of making rows for seconds (SPEED-C1).
 */
const target = fileURLToPath(new URL('../template', import.meta.url));
const draft = `${target}.draft`;
await rm(draft, { recursive: true, force: true });
await mkdir(draft, { recursive: true });
const made = new Date();
const workerFile = beside('store-worker.js');
const database = await openEmbedded({
  resources,
  dataDir: draft,
  warn: console.error,
  unhurried: true,
  ...(workerFile ? { workerFile } : {}),
});
const log = { info() {}, warn() {}, error: console.error };
const config = readConfig({ DATA_DIR: draft, DEMO: '1', SECRET_KEY: 'of-the-template-alone-nothing-in-it-is-sealed' });
await firstStart({ store: makeStore(database), config, now: () => made, log });
await database.alone((connection) => atOneMoment(connection, (source) => writePrepared(source, resources, join(draft, 'rows'))));
await database.close();
await slimDown(join(draft, 'database'));
await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
for (const name of ['database', 'rows']) await rename(join(draft, name), join(target, name));
await writeFile(join(target, 'made'), made.toISOString());
await rm(draft, { recursive: true, force: true });

/**
 * Every first start copies these files, so each table and index is packed, and the databases that nothing opens are dropped.
 * The log ends at the beginning of a segment: those kept after it, to be written over, are not needed.
 */
async function slimDown(directory: string): Promise<void> {
  const engine = await startEngine(directory, workerFile, 86_400_000);
  await engine.script('update pg_database set datistemplate = false');
  for (const name of ['template0', 'template1']) await engine.script(`drop database ${name}`);
  await engine.script('vacuum (full, freeze, analyze)');
  const build = builtNow();
  const match = build === undefined ? undefined : await readMatch(engine, resources, build);
  if (match) await rememberMatch(engine, match.mark);
  await engine.script('select pg_switch_wal()');
  await engine.script('checkpoint');
  const [last] = await engine.script('select pg_walfile_name(pg_current_wal_insert_lsn()) as name');
  await engine.close();
  const logs = join(directory, 'pg_wal');
  for (const name of await readdir(logs))
    if (/^[0-9A-F]{24}$/.test(name) && name > String(last!.name)) await rm(join(logs, name));
}
