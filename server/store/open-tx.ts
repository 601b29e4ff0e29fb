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
  end(): Promise<void>;
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
  let unanswered: Promise<unknown>[] = [];
  const answers = async (): Promise<void> => {
    const sent = unanswered;
    unanswered = [];
    for (const one of sent) await one;
  };
  const count = (): void => {
    if (isOver) throw new Error('a statement came after the end of its transaction');
    statements++;
  };
  const run = async <T = DbRow>(statement: Sql, name: string | undefined): Promise<Answer<T>> => {
    count();
    changes.addStatement(statement.text);
    const { text, values } = statement;
    const sent = connection.query<T>({ text, values, ...(name !== undefined && isTextOf(name, text) ? { name } : {}) });
    sent.catch(() => {});
    await opened;
    if (unanswered.length) await answers();
    return sent;
  };
  const tx: Tx = {
    hasWritten: (table) => changes.hasWritten(table),
    send(statement, name) {
      const sent = run(statement, name);
      sent.catch(() => {});
      unanswered.push(sent);
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
      await opened;
      await answers();
      return insertMany(connection, table, columns, rows);
    },
  };
  return {
    tx,
    count: () => statements,
    end() {
      isOver = true;
      return answers();
    },
  };
}
