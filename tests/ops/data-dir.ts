import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { resources } from '../../src/schemas/kit/all';
import { makeDiskFiles } from '../../server/files/disk-files';
import { copyTree } from '../../server/store/embedded/copy-tree';
import { makeStore } from '../../server/store/make-store';
import { pgliteConnection, pgliteOptions, sendTo } from '../../server/store/pglite';
import { makeSecrets } from '../../server/store/secrets';
import type { Store } from '../../server/store/store';
import { appRole } from '../../server/store/tables/ddl';
import { actor, emptyTables } from '../support/database';
import { makeFixture, type Fixture } from '../support/fixture';

export const secretKey = 'a-secret-key-of-the-operators-tests-of-forty-characters';

/** Creates an embedded database in `dir` with two small tenants, a stored file and its key, as a stopped server leaves it. */
export async function makeDataDir(
  dir: string,
  work: (store: Store, fixture: Fixture) => Promise<void> = async () => {},
): Promise<Fixture> {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'secret.key'), secretKey, { mode: 0o600 });
  await copyTree(await emptyTables(resources), join(dir, 'database'));
  const database = await PGlite.create(join(dir, 'database'), pgliteOptions);
  await database.exec(`set timezone to 'UTC'`);
  const connection = pgliteConnection(sendTo(database));
  let last: Promise<unknown> = Promise.resolve();
  const store = makeStore({
    kind: 'embedded',
    takeRole: `set local role ${appRole}`,
    use(use) {
      const turn = last.then(() => use(connection));
      last = turn.catch(() => {});
      return turn;
    },
    close: () => database.close(),
  });
  const fixture = await makeFixture(store);
  const files = makeDiskFiles(dir, makeSecrets(secretKey), () => new Date());
  const stored = await files.store(fixture.tenants.northstar, storedBytes);
  await store.transaction(actor(fixture.tenants.northstar), (tx) =>
    files.put(tx, fixture.tenants.northstar, {
      name: 'letter.pdf',
      mime: 'application/pdf',
      purpose: 'attachment',
      stored,
    }),
  );
  await work(store, fixture);
  await store.close();
  return fixture;
}

/** They do not compress: a backup has several blocks. */
export const storedBytes = Buffer.concat([
  Buffer.from('%PDF-1.4 '),
  ...Array.from({ length: 16_384 }, (_, n) => createHash('sha256').update(String(n)).digest()),
]);
