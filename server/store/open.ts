import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AnyResource } from '../../src/schemas/kit/resource';
import { makeStore } from './make-store';
import type { StoreHooks } from './run-once';
import { postgresDatabase } from './postgres';
import { prepareDatabase } from './prepare-database';
import type { Store } from './store';

export interface OpenOptions extends StoreHooks {
  readonly resources: readonly AnyResource[];
  /** Run schema changes that lose data (`--confirm`). */
  readonly confirm?: boolean;
  /** Lines for the operator: what the schema step does. Default: standard output. */
  readonly print?: (line: string) => void;
  readonly warn?: (line: string) => void;
  /** Called before tables that exist are changed; what it throws ends the start with nothing changed. */
  readonly beforeChange?: () => Promise<void>;
  /** Called once at most, while the database is busy and this thread has nothing to do. */
  readonly atWork?: () => void;
  /** Takes what can wait until the product is ready; without it, nothing waits. */
  readonly later?: (work: () => Promise<void>) => void;
}

/** The database settings of the configuration. */
export interface WhereData {
  readonly dataDir: string;
  readonly databaseUrl?: string;
  readonly databaseAdminUrl?: string;
  readonly demo?: boolean;
}

/**
 * Opens the database that the configuration names, tables brought to what the schema files say. Throws CannotStart, whose
 * message is for the operator and whose `exitCode` ends the process.
 */
export async function openStore(config: WhereData, options: OpenOptions): Promise<Store> {
  const { resources, confirm = false, print = console.log, warn = console.error, atWork, later, beforeChange } = options;
  const build = builtNow();
  if (config.databaseUrl) {
    const prepared = config.demo ? beside('../template/rows') : undefined;
    await prepareDatabase(resources, {
      url: config.databaseUrl,
      ...(config.databaseAdminUrl ? { adminUrl: config.databaseAdminUrl } : {}),
      ...(prepared ? { preparedDir: fileURLToPath(prepared) } : {}),
      confirm,
      print,
      warn,
      build,
      ...(atWork ? { atWork } : {}),
      ...(later ? { later } : {}),
      ...(beforeChange ? { beforeChange } : {}),
    });
    return makeStore(postgresDatabase(config.databaseUrl), options);
  }
  // Where PostgreSQL is used PGlite is not loaded: 5 MB less (SPEED-B9).
  const { openEmbedded } = await import('./embedded/open-embedded');
  const workerFile = beside('store-worker.js');
  // It holds the demo tenants.
  const templateDir = config.demo ? beside('../template/database') : undefined;
  const database = await openEmbedded({
    resources,
    dataDir: config.dataDir,
    confirm,
    print,
    warn,
    build,
    ...(workerFile ? { workerFile } : {}),
    ...(templateDir ? { templateDir: fileURLToPath(templateDir) } : {}),
    ...(atWork ? { atWork } : {}),
    ...(beforeChange ? { beforeChange } : {}),
  });
  return makeStore(database, options);
}

/**
 * The build that runs: the name of this file in it, which follows from its contents and from the names of those that it imports. Undefined
 * when run from the sources, or from a file without such a name. The files on the disk may be those of the next build already.
 */
export const builtNow = (): string | undefined => /[^/]+-[\w-]{8}\.js$/.exec(import.meta.url)?.[0];

/** A file next to the built server (dist/server), from main or from a chunk below it; undefined when run from the sources. */
export function beside(name: string): URL | undefined {
  return [`./${name}`, `../${name}`].map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url));
}
