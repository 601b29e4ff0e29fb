import { PGlite, type PGliteOptions, type Results } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { refuseHiddenRollback, type Answer, type Connection } from './connection';
import { readers, toParameter } from './parameters';
import type { DbRow } from './store';

/**
 * How every PGlite of ours is opened: the extensions that search needs, and the readers both drivers share. Of the log no more
 * than two or three files are kept for later use; with the usual five and more they are most of a small database's size.
 */
export const pgliteOptions = {
  extensions: { pg_trgm, btree_gin },
  parsers: { ...readers },
  startParams: [...PGlite.defaultStartParams, '-c', 'min_wal_size=32MB', '-c', 'max_wal_size=48MB'],
} satisfies PGliteOptions;

export function pgliteConnection(database: Pick<PGlite, 'query' | 'exec'>): Connection {
  return {
    async query({ text, values = [] }) {
      return answerOf(await database.query<DbRow>(text, values.map(toParameter)));
    },
    async script(text) {
      const results = await database.exec(text);
      refuseHiddenRollback(text, (results[0] as { command?: string } | undefined)?.command);
      return (results.findLast((result) => result.fields.length > 0)?.rows ?? []) as DbRow[];
    },
  };
}

const answerOf = (result: Results<DbRow>): Answer => ({
  rows: result.rows,
  count: result.fields.length > 0 ? result.rows.length : (result.affectedRows ?? 0),
});
