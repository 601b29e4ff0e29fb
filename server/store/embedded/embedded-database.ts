import { problem } from '../../../src/schemas/kit/problem';
import type { Connection, Statement, Database } from '../connection';
import { diskFull } from '../failures';
import { appRole } from '../tables/ddl';
import type { Engine } from './engine';

export interface EmbeddedDatabase extends Database {
  /** Runs on its own, outside any transaction: checkpoint, vacuum, copying the files. Waits its turn like a transaction. */
  alone<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Rows written since the start, for the upkeep to see whether there is something to do. */
  readonly rowsWritten: number;
  readonly idle: boolean;
}

export interface Limits {
  /** How long a transaction may wait for its turn, and how long it may take, in ms. */
  readonly wait?: number;
  readonly hold?: number;
  /** Whether the disk has space to write. */
  readonly hasSpace?: () => Promise<boolean>;
}

/**
 * One session, one transaction at a time, in the order they came. A dead engine is started again by the next that has its turn.
 */
export function embeddedDatabase(
  start: () => Promise<Engine>,
  first: Engine,
  { wait = 30_000, hold = 120_000, hasSpace = async () => true }: Limits = {},
): EmbeddedDatabase {
  let engine = first;
  let tail: Promise<unknown> = Promise.resolve();
  let queued = 0;
  let rowsWritten = 0;
  let closed = false;

  const restart = async (): Promise<Engine> => {
    try {
      return await start();
    } catch {
      throw (await hasSpace()) ? problem(503, 'The database cannot be opened. Try again in a moment.') : diskFull();
    }
  };

  const turn = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
    if (closed) throw problem(503, 'The server is stopping.');
    if (engine.dead) engine = await restart();
    const running = engine;
    let over = false;
    const guard = <A>(call: () => Promise<A>): Promise<A> =>
      over ? Promise.reject(new Error('this transaction is over; await every statement inside it')) : call();
    const connection: Connection = {
      query: <R>(statement: Statement) =>
        guard(async () => {
          const answer = await running.query<R>(statement);
          if (!/^\s*(select|with)\b/i.test(statement.text)) rowsWritten += answer.count;
          return answer;
        }),
      script: <R>(text: string) => guard(() => running.script<R>(text)),
    };
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(problem(503, 'This took too long and was stopped. Nothing was saved.')), hold);
    });
    try {
      return await Promise.race([work(connection), tooLong]);
    } catch (error) {
      // Whatever is still running in there must not meet the next transaction.
      over = true;
      await running.script('rollback').catch(() => {});
      throw running.dead && !(await hasSpace()) ? diskFull() : error;
    } finally {
      over = true;
      clearTimeout(timer);
    }
  };

  const use = <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
    queued++;
    let givenUp = false;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        givenUp = true;
        reject(problem(503, 'The database is busy. Try again in a moment.'));
      }, wait);
    });
    const mine = tail.then(() => {
      clearTimeout(timer);
      return givenUp ? patience : turn(work);
    });
    tail = mine.catch(() => {}).then(() => void queued--);
    return Promise.race([mine, patience]);
  };

  return {
    kind: 'embedded',
    takeRole: `set local role ${appRole}`,
    async beforeWriting() {
      if (!(await hasSpace())) throw diskFull();
    },
    use,
    alone: use,
    get rowsWritten() {
      return rowsWritten;
    },
    get idle() {
      return queued === 0;
    },
    async close() {
      await tail;
      closed = true;
      await engine.close();
    },
  };
}
