import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { resources } from '../../src/schemas/kit/all';
import { readConfig, type Config } from '../config';
import { filesFolder } from '../files/disk-files';
import type { Connection } from '../store/connection';
import { intoEmpty } from '../store/copy/write-rows';
import { lockDirectory } from '../store/embedded/directory-lock';
import { flushTree } from '../store/embedded/snapshots';
import { withClient } from '../store/postgres';
import { makeAsker } from './ask';
import { backupHead, readBackup } from './backup-file';
import { Refused, type Command } from './command';
import { withEngine } from './databases';
import { restoreLines, type Restored } from './restore-content';

export const restore: Command = {
  about: 'writes a backup into an empty directory or database and compares every table with the backup',
  options: {
    from: { type: 'string', about: 'the backup file. Default: the newest in DATA_DIR/backups' },
    to: { type: 'string', about: 'an empty directory, or postgres://… of an empty database. Default: DATA_DIR' },
  },
  async run(given) {
    const config = readConfig(undefined, { makeKey: false });
    const from = given.text('from') ?? (await newestBackup(config.dataDir));
    const { key } = await backupHead(from);
    const keyText = key === 'passphrase' ? await passphrase() : config.secretKey;
    if (!keyText) throw new Refused(`${from} was made with a SECRET_KEY: set SECRET_KEY to that key.`);
    const to = given.text('to') ?? config.databaseAdminUrl ?? config.dataDir;
    const lines = await begun(readBackup(from, keyText));
    const isServer = /^postgres(ql)?:\/\//.test(to);
    const restored = isServer ? await toServer(to, config, lines) : await toDirectory(resolve(to), lines);
    const place = isServer ? new URL(to).pathname.slice(1) : resolve(to);
    console.log(`${place}: restored ${restored.rows} rows of ${restored.tables} tables and ${restored.files} files`);
    for (const file of restored.damaged) console.error(`The stored file ${file} was already missing when the backup was made.`);
    if (restored.left.length > 0)
      console.log(
        `The backup is from an older version. Start once with --confirm to run ${restored.left.length} statements that lose data.`,
      );
    if (isServer) console.log('Set SECRET_KEY to the key of the server that was backed up. Create a login with npm run db:init.');
    const { rows, files, tables } = restored;
    return { inputs: { from, to: place, tables, rows, files }, failures: 0 };
  },
};

type Lines = AsyncIterable<string>;

/** The same lines, of which the first is there: a wrong key or a damaged start is known before a database is made for them, which takes seconds. */
async function begun(lines: AsyncGenerator<string>): Promise<Lines> {
  const first = await lines.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* lines;
  })();
}

/** The directory gets database, files and key when all of it is right; until then they are next to it under other names. */
async function toDirectory(dataDir: string, lines: Lines): Promise<Restored> {
  for (const name of ['database', 'files', 'secret.key'])
    if (existsSync(join(dataDir, name)))
      throw new Refused(`${dataDir} is not empty: it has ${name}. Nothing was changed. Name an empty directory with --to.`);
  await mkdir(dataDir, { recursive: true });
  const release = lockDirectory(dataDir);
  const draft = join(dataDir, '.restoring');
  await rm(draft, { recursive: true, force: true });
  await mkdir(join(draft, 'database'), { recursive: true });
  await mkdir(join(draft, 'files'));
  try {
    const restored = await withEngine(join(draft, 'database'), async (connection) => {
      const done = await fill(connection, lines, join(draft, 'files'));
      await connection.script('vacuum (freeze, analyze)');
      await connection.script('checkpoint');
      return done;
    });
    await writeFile(join(draft, 'secret.key'), restored.secretKey, { mode: 0o600, flush: true });
    await flushTree(draft);
    for (const name of ['secret.key', 'files', 'database']) await rename(join(draft, name), join(dataDir, name));
    return restored;
  } finally {
    await rm(draft, { recursive: true, force: true });
    release();
  }
}

/** Rows in one transaction of the database; stored files in DATA_DIR. */
async function toServer(url: string, config: Config, lines: Lines): Promise<Restored> {
  const files = filesFolder(config.dataDir);
  if (existsSync(files) && (await readdir(files)).length > 0)
    throw new Refused(`${files} is not empty. Nothing was changed. Set DATA_DIR to an empty directory.`);
  const draft = `${files}.restoring`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  try {
    const restored = await withClient(url, (connection) => fill(connection, lines, draft));
    await flushTree(draft);
    await rm(files, { recursive: true, force: true });
    await rename(draft, files);
    return restored;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

const fill = (connection: Connection, lines: Lines, filesDir: string): Promise<Restored> =>
  intoEmpty(connection, resources, (target) => restoreLines(lines, target, filesDir));

async function newestBackup(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'backups');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.backup')).sort();
  const newest = names.at(-1);
  if (!newest) throw new Refused(`There is no backup in ${folder}. Name one with --from.`);
  return join(folder, newest);
}

async function passphrase(): Promise<string> {
  const asker = makeAsker();
  try {
    return await asker.askHidden('Passphrase');
  } finally {
    asker.close();
  }
}
