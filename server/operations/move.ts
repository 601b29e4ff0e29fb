import { resources } from '../../src/schemas/kit/all';
import { readConfig } from '../config';
import { copiedState, copiedTables } from '../store/copy/copied-tables';
import { atOneMoment, type CopySource } from '../store/copy/read-rows';
import { intoEmpty, type CopyTarget } from '../store/copy/write-rows';
import { makeDatabase } from '../store/logins';
import { withClient } from '../store/postgres';
import { makeSecrets } from '../store/secrets';
import { Refused, type Command } from './command';
import { verifyTrail } from './verify-trail';
import { withDirectory } from './databases';
import { serverAddress } from './init-database';
import { admit, loginName, loginOptions, prepareLogin, tellLogin } from './runtime-login';

export const move: Command = {
  about: 'copies the embedded database of a stopped server into an empty PostgreSQL database and compares every table',
  options: {
    to: { type: 'string', about: 'postgres://… of an empty database and a login that can create roles and tables' },
    ...loginOptions,
  },
  async run(given) {
    const config = readConfig();
    if (config.databaseUrl)
      throw new Refused('DATABASE_URL is set, so the data is already in PostgreSQL. Unset it to move the embedded database.');
    const to = serverAddress('--to', given.text('to'));
    const name = loginName(given);
    await makeDatabase(to);
    const counts = await withDirectory(config.dataDir, (from) =>
      atOneMoment(from, (source) =>
        withClient(to, (connection) => intoEmpty(connection, resources, (target) => copyAll(source, target))),
      ),
    );
    const login = await prepareLogin(to, name, given.flag('new-password'));
    await admit(to, name);
    const secrets = makeSecrets(config.secretKey, config.secretKeyBefore);
    const broken = await withClient(to, (connection) => verifyTrail(connection, secrets));
    console.log(`${counts.rows} rows of ${counts.tables} tables were copied and compared. The embedded database is unchanged.`);
    console.log(`Stored files stay in DATA_DIR (${config.dataDir}). Run the product with:`);
    tellLogin(to, login);
    console.log(`SECRET_KEY=<the content of ${config.dataDir}/secret.key>`);
    return { inputs: { database: new URL(to).pathname.slice(1), ...counts }, failures: broken };
  },
};

async function copyAll(source: CopySource, target: CopyTarget): Promise<{ readonly tables: number; readonly rows: number }> {
  const tables = await copiedTables(source.connection);
  let rows = 0;
  for (const table of tables) {
    const sum = await source.sum(table);
    await target.make(table);
    for await (const some of source.rows(table)) await target.add(table, some);
    await target.compare(table, sum);
    if (sum.rows > 0) console.log(`${table.name.padEnd(32)} ${String(sum.rows).padStart(9)} rows  ${sum.sum}`);
    rows += sum.rows;
  }
  await target.finish(await copiedState(source.connection));
  await target.analyze();
  return { tables: tables.length, rows };
}
