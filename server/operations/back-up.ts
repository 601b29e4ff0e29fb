import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readConfig, type Config } from '../config';
import { atOneMoment } from '../store/copy/read-rows';
import { makeAsker } from './ask';
import { backupLines } from './backup-content';
import { writeBackup } from './backup-file';
import { Refused, type Command } from './command';
import { withReadable } from './databases';

export const backUp: Command = {
  about: 'writes the database, stored files and the secret key into one encrypted file, while people work',
  options: {
    to: { type: 'string', about: 'the file to write. Default: a new file in DATA_DIR/backups' },
    passphrase: { type: 'boolean', about: 'asks for a passphrase. Without one, the SECRET_KEY opens the backup' },
  },
  async run(given) {
    const config = readConfig();
    const path = resolve(given.text('to') ?? join(config.dataDir, 'backups', `prospectus-${stamp(new Date())}.backup`));
    if (existsSync(path)) throw new Refused(`${path} already exists. Nothing was written.`);
    const key = given.flag('passphrase')
      ? ({ kind: 'passphrase', text: await newPassphrase() } as const)
      : ({ kind: 'SECRET_KEY', text: config.secretKey } as const);
    await mkdir(dirname(path), { recursive: true });
    const { size, count } = await writeWhole(config, path, key);
    console.log(`${path}: ${count.rows} rows of ${count.tables} tables, ${count.files} files, ${Math.ceil(size / 1024)} KB`);
    for (const file of count.damaged)
      console.error(`The stored file ${file} is damaged. It cannot be restored from this backup.`);
    if (key.kind === 'SECRET_KEY')
      console.log('Only the SECRET_KEY opens it. Keep the key away from the backup, and not on this machine only.');
    return { inputs: { to: path, ...count, damaged: count.damaged.length, bytes: size }, failures: 0 };
  },
};

async function writeWhole(config: Config, path: string, key: Parameters<typeof writeBackup>[1]) {
  const damaged: string[] = [];
  const count = { tables: 0, rows: 0, files: 0, damaged };
  const from = config.databaseUrl ? 'postgres' : 'embedded';
  const size = await withReadable(config, (connection) =>
    atOneMoment(connection, (source) =>
      writeBackup(path, key, backupLines(source, { from, dataDir: config.dataDir, secretKey: config.secretKey }, count)),
    ),
  );
  return { size, count };
}

/** '2026-04-01T09-30-00Z', so that names are in the order of time. */
const stamp = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

async function newPassphrase(): Promise<string> {
  const asker = makeAsker();
  try {
    const text = await asker.askHidden('Passphrase (minimum 12 characters)');
    if (text.length < 12) throw new Refused('A passphrase needs 12 characters or more. Nothing was written.');
    if (process.stdin.isTTY && (await asker.askHidden('Repeat passphrase')) !== text)
      throw new Refused('The passphrases do not match. Nothing was written.');
    return text;
  } finally {
    asker.close();
  }
}
