import { parse, PGlite, protocol, type PGliteOptions, type Results } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { refuseHiddenRollback, type Answer, type Connection, type Statement } from './connection';
import { readers, toParameter } from './parameters';

/**
 * How every PGlite database is opened: the extensions that search needs, and the readers both drivers share. Of the log no more
 * than two or three files are kept for later use; with the usual five and more they are most of a small database's size.
 */
export const pgliteOptions = {
  extensions: { pg_trgm, btree_gin },
  parsers: { ...readers },
  startParams: [...PGlite.defaultStartParams, '-c', 'min_wal_size=32MB', '-c', 'max_wal_size=48MB'],
} satisfies PGliteOptions;

const { serialize } = protocol;
/** Statements that stay planned; a wide one keeps 130 KB. */
const mostPlanned = 150;

/**
 * One message per statement: asked for step by step, as PGlite's own `query` does, a list page spends a fifth of its time on the
 * way. A statement with a name is parsed and planned once; that saves as much again. What is sent runs in the order it was sent:
 * PGlite's `exec` takes its turn later than a message does, and a read would overtake the opening that gives it role and tenant.
 */
export function pgliteConnection(database: Pick<PGlite, 'exec' | 'execProtocolStream' | 'runExclusive' | 'parsers'>): Connection {
  const planned = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
  return {
    query: <T>(statement: Statement) => inTurn(() => query<T>(statement)),
    script: <T>(text: string) => inTurn(() => script<T>(text)),
  };

  async function query<T>({ text, values = [], name: wanted }: Statement): Promise<Answer<T>> {
    const name = wanted !== undefined && (planned.has(wanted) || planned.size < mostPlanned) ? wanted : '';
    const parts = [
      // One that failed when it ran first may be there already.
      ...(planned.has(name) ? [] : [serialize.close({ type: 'S', name }), serialize.parse({ text, name })]),
      serialize.bind({ statement: name, values: values.map(toParameter) }),
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
      serialize.sync(),
    ];
    const messages = await database.runExclusive(() => database.execProtocolStream(Buffer.concat(parts), { syncToFs: false }));
    if (name !== '') planned.add(name);
    return answerOf(parse.parseResults(messages, database.parsers)[0] as Results<T>);
  }
  async function script<T>(text: string): Promise<T[]> {
    const results: (Results & { command?: string })[] = await database.exec(text);
    refuseHiddenRollback(text, results[0]?.command);
    return (results.findLast((result) => result.fields.length > 0)?.rows ?? []) as T[];
  }
}

const answerOf = <T>(result: Results<T>): Answer<T> => ({
  rows: result.rows,
  count: result.fields.length > 0 ? result.rows.length : (result.affectedRows ?? 0),
});
