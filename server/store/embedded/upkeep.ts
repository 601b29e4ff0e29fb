import { leadRecords } from '../../../src/schemas/kit/named-resources';
import { quote, tableName } from '../identifiers';
import { makeWantedCopies } from './copies';
import type { EmbeddedDatabase } from './embedded-database';
import { takeSnapshot } from './snapshots';
import { errorMessage } from '../../domain/error-details';

export interface UpkeepOptions {
  readonly dataDir: string;
  readonly databaseDir: string;
  readonly snapshotDir: string;
  readonly warn: (message: string) => void;
}

/**
 * What a separate database server would do automatically: PGlite has no checkpointer and no autovacuum, and never calls fsync. A
 * checkpoint a minute after writes, fresh statistics, a vacuum two seconds after many rows were written (it keeps counts on the
 * indexes only), a flushed snapshot every five minutes in which something was written, a copy when another process asks for one.
 * Returns a function to stop, waiting for what runs.
 */
export function startUpkeep(database: EmbeddedDatabase, options: UpkeepOptions): () => Promise<void> {
  const done = {
    checkpoint: database.rowsWritten,
    analyze: database.rowsWritten,
    vacuum: database.rowsWritten,
    snapshot: database.rowsWritten,
  };
  let minutes = 0;
  let running: Promise<void> = Promise.resolve();
  const since = (what: keyof typeof done): number => database.rowsWritten - done[what];
  const run = async (what: keyof typeof done, work: () => Promise<unknown>): Promise<void> => {
    const now = database.rowsWritten;
    await work();
    done[what] = now;
  };
  const script =
    <T>(text: string) =>
    (): Promise<T[]> =>
      database.alone((connection) => connection.script<T>(text));
  /** Table by table, so that others have their turn in between. */
  const each = async (verb: string, which: string): Promise<void> => {
    await script('select pg_stat_force_next_flush()')(); // what the last transactions changed is counted before it is asked for
    const tables = await script<{ schema: string; name: string }>(`select s.schemaname as schema, s.relname as name
      from pg_stat_all_tables s join pg_class c on c.oid = s.relid where s.schemaname in ('public', 'pg_catalog') and ${which}
      order by s.relname = '${tableName(leadRecords)}' desc`)();
    for (const { schema, name } of tables) await script(`${verb} ${quote(schema)}.${quote(name)}`)();
  };
  const vacuum = (): Promise<void> =>
    each('vacuum (analyze)', 'greatest(n_mod_since_analyze, n_dead_tup, n_ins_since_vacuum) > 200');
  const vacuumAll = (): Promise<void> => each('vacuum', 'true');
  const analyze = (): Promise<void> => each('analyze', 'n_mod_since_analyze > 50 + greatest(c.reltuples, 0) / 10'); // as autovacuum does
  // Rows since the last look: a large import is over, or pauses.
  let seen = database.rowsWritten;
  const quiet = (): boolean => database.idle && database.rowsWritten - seen < 500;
  const soon = async (): Promise<void> => {
    if (since('vacuum') > 5_000 && quiet()) await run('vacuum', vacuum);
    seen = database.rowsWritten;
  };
  const tick = async (): Promise<void> => {
    minutes++;
    if (since('analyze') > 500 && database.idle) await run('analyze', analyze);
    if (minutes % 60 === 0 && since('vacuum') > 0 && database.idle) await run('vacuum', vacuumAll);
    if (since('checkpoint') > 0) await run('checkpoint', script('checkpoint'));
    if (minutes % 5 === 0 && since('snapshot') > 0)
      await run('snapshot', () => takeSnapshot(database, options.databaseDir, options.snapshotDir));
  };
  const every = (seconds: number, work: () => Promise<void>): NodeJS.Timeout =>
    setInterval(() => {
      running = running.then(work).catch((error: unknown) => options.warn(`Upkeep of the database: ${errorMessage(error)}`));
    }, seconds * 1000).unref();
  const copies = (): Promise<void> => makeWantedCopies(database, options.databaseDir, options.dataDir);
  const timers = [every(1, copies), every(2, soon), every(60, tick)];
  return () => {
    for (const timer of timers) clearInterval(timer);
    return running;
  };
}
