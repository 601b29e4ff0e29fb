import { fileURLToPath } from 'node:url';
import { resources } from '../../src/schemas/kit/all';
import type { Config } from '../config';
import { openEmbedded } from '../store/embedded/open-embedded';
import { makeStore } from '../store/make-store';
import { beside, openStore } from '../store/open';
import type { Store } from '../store/store';

/** The store of a stopped embedded server, or of PostgreSQL, tables brought up to date; closed when `work` is over. Throws CannotStart. */
export async function withStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  if (config.databaseUrl) {
    const store = await openStore(config, { resources });
    return work(store).finally(() => store.close());
  }
  const workerFile = beside('store-worker.js');
  const templateDir = config.demo ? beside('../template/database') : undefined;
  const database = await openEmbedded({
    resources,
    dataDir: config.dataDir,
    warn: console.error,
    print: console.log,
    unhurried: true,
    ...(workerFile ? { workerFile } : {}),
    ...(templateDir ? { templateDir: fileURLToPath(templateDir) } : {}),
  });
  const store = makeStore(database);
  try {
    const result = await work(store);
    await database.alone((connection) => connection.script('vacuum (analyze)'));
    return result;
  } finally {
    await store.close();
  }
}
