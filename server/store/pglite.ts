import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { serialize } from 'pg-protocol';
import { readAnswers, type Columns } from './answer-messages';
import { refuseHiddenRollback, type Connection, type Statement } from './connection';
import { toParameter } from './parameters';

/**
 * How every PGlite database is opened: with the extensions that search needs. Of the log no more than two or three files are kept for
 * later use; with the usual five and more they are most of a small database's size. All of its cache is
 * written once while it opens: with 64 MB instead of the usual 128 there is less to wait for, and less to keep.
 */
export const pgliteOptions = {
  extensions: { pg_trgm, btree_gin },
  startParams: [...PGlite.defaultStartParams, '-c', 'min_wal_size=32MB', '-c', 'max_wal_size=48MB', '-c', 'shared_buffers=64MB'],
} satisfies PGliteOptions;

/** Sends messages of PostgreSQL's protocol and answers with those that come back; what is sent first runs first. */
export type Send = (messages: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;

/** To a PGlite of this thread. Its own `query` takes longer to read an answer than the database takes to find it. */
export function sendTo(database: Pick<PGlite, 'execProtocolRawStream' | 'runExclusive'>): Send {
  return async (messages) => {
    const parts: Uint8Array[] = [];
    // What it gives is a piece of its memory, which the next piece overwrites.
    const onRawData = (part: Uint8Array): void => void parts.push(part.slice());
    await database.runExclusive(() => database.execProtocolRawStream(messages, { syncToFs: false, onRawData }));
    return joined(parts);
  };
}

/** Statements that stay planned; a wide one keeps 130 KB. */
const mostPlanned = 150;

/** One message per statement. A statement with a name is parsed and planned once, and says once what its columns are. */
export function pgliteConnection(send: Send): Connection {
  const planned = new Map<string, Columns>();
  return {
    async query<T>({ text, values = [], name: wanted }: Statement) {
      const name = wanted !== undefined && (planned.has(wanted) || planned.size < mostPlanned) ? wanted : '';
      const known = planned.get(name);
      const bind = serialize.bind({ statement: name, values: values.map(toParameter) });
      // One that failed when it ran first may be there already.
      const before = known ? [] : [serialize.close({ type: 'S', name }), serialize.parse({ name, text, types: [] })];
      const described = known ? [] : [serialize.describe({ type: 'P', name: '' })];
      const answer = await send(joined([...before, bind, ...described, serialize.execute(), serialize.sync()]));
      const [read] = readAnswers<T>(answer, known);
      if (!read) throw new Error(`the database did not answer: ${text}`);
      if (name !== '') planned.set(name, read.columns);
      return { rows: read.rows, count: read.count };
    },
    async script<T>(text: string) {
      const answers = readAnswers<T>(await send(joined([serialize.query(text)])));
      refuseHiddenRollback(text, answers[0]?.command);
      return answers.findLast(({ columns }) => columns.count > 0)?.rows ?? [];
    },
  };
}

/** In memory of its own, which can be handed over to another thread. */
function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
