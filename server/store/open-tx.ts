import type { Sql } from 'sql-template-tag';
import type { Answer, Connection } from './connection';
import { insertMany } from './insert-many';
import type { DbRow, Tx } from './store';
import type { TransactionChanges } from './transaction-changes';

/** The text that each name stands for: a connection keeps the plan by the name only. */
const named = new Map<string, string>();
/** Another text under a name that is taken runs without one. */
function isTextOf(name: string, text: string): boolean {
  const known = named.get(name);
  if (known === undefined) named.set(name, text);
  return known === undefined || known === text;
}

/** A transaction that is open to statements until its end, which waits for those that nobody has waited for. */
export interface OpenTx {
  readonly tx: Tx;
  count(): number;
  end(): Promise<unknown>;
}

/** Nothing is answered before `opened` is; `after` and `changes` collect what the commit publishes. */
export function openTx(
  connection: Connection,
  opened: Promise<void>,
  after: (() => void)[],
  changes: TransactionChanges,
): OpenTx {
  let statements = 0;
  let isOver = false;
  /** The opening, and with it whatever was sent since: no statement answers where one of them failed. */
  let before: Promise<unknown> = opened;
  const count = (): void => {
    if (isOver) throw new Error('a statement came after the end of its transaction');
    statements++;
  };
  const run = async <T = DbRow>(statement: Sql, name: string | undefined): Promise<Answer<T>> => {
    count();
    const earlier = before;
    changes.addStatement(statement.text);
    const { text, values } = statement;
    const sent = connection.query<T>({ text, values, ...(name !== undefined && isTextOf(name, text) ? { name } : {}) });
    sent.catch(() => {});
    await earlier;
    return sent;
  };
  const tx: Tx = {
    hasWritten: (table) => changes.hasWritten(table),
    send(statement, name) {
      before = run(statement, name);
      before.catch(() => {});
    },
    async rows<T = DbRow>(statement: Sql, name?: string) {
      return (await run<T>(statement, name)).rows;
    },
    async row<T = DbRow>(statement: Sql, name?: string) {
      return (await run<T>(statement, name)).rows[0];
    },
    async one<T = DbRow>(statement: Sql, name?: string) {
      const [row] = (await run<T>(statement, name)).rows;
      if (row === undefined) throw new Error(`a row was due, and none came: ${statement.text}`);
      return row;
    },
    async run(statement, name) {
      return (await run(statement, name)).count;
    },
    afterCommit: (work) => void after.push(work),
    touched: (table, key, owners, change = 'updated') => changes.addRow({ table, key, owners, change }),
    sendToUser: (event) => changes.addEvent(event),
    async insertMany(table, columns, rows) {
      if (rows.length === 0) return 0;
      count();
      changes.addWrite(table);
      await before;
      return insertMany(connection, table, columns, rows);
    },
  };
  return {
    tx,
    count: () => statements,
    end() {
      isOver = true;
      return before;
    },
  };
}
