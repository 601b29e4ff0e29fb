import type { Sql } from 'sql-template-tag';
import { problem } from '../../src/schemas/kit/problem';
import type { Answer, Connection, Database } from './connection';
import { asProblem, isAway, mayTryAgain } from './failures';
import { quote } from './identifiers';
import { insertMany } from './insert-many';
import { literal, toParameter } from './parameters';
import { collectChanges, type TransactionChanges } from './transaction-changes';
import type { Actor, Committed, DbRow, LookUpName, Store, TransactionOptions, Tx } from './store';

/** What a transaction did, for tests and benches: statements besides BEGIN with its context and COMMIT. */
export interface TransactionReport {
  readonly statements: number;
  readonly milliseconds: number;
}
export interface StoreHooks {
  onTransaction?(report: TransactionReport): void;
  /** Called when the work is done and nothing is committed yet; what it throws, the database might have said (TRUST-R24). */
  beforeCommit?(attempt: number, actor: Actor): void;
}

/** The contract of store.ts over a driver. */
export function makeStore(database: Database, hooks: StoreHooks = {}): Store {
  const alone = async <T = DbRow>(text: string): Promise<T[]> => {
    try {
      return await database.use(async (connection) => {
        if (database.takeRole === '') return connection.script<T>(text);
        return connection.script<T>(`begin; ${database.takeRole}; ${text}; commit`);
      });
    } catch (error) {
      throw asProblem(error);
    }
  };
  const listeners: ((committed: Committed) => void)[] = [];
  const number = async (text: string): Promise<number> => Number((await alone(text))[0]?.n ?? 0);

  return {
    kind: database.kind,
    async transaction<T>(actor: Actor, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T> {
      for (let attempt = 1; ; attempt++) {
        let done: Done<T>;
        let begun = false;
        try {
          if (!options?.readOnly) await database.beforeWriting?.();
          done = await database.use((connection) =>
            once(database, connection, actor, work, { ...options, attempt, begun: () => (begun = true) }, hooks),
          );
        } catch (error) {
          if (attempt < 4 && mayTryAgain(error)) continue;
          // A connection that broke before the transaction started, so nothing was done.
          if (attempt < 2 && !begun && isAway(error)) continue;
          throw asProblem(error);
        }
        for (const follow of done.after) follow();
        const committed = done.changes.committed(actor.tenantId);
        if (committed) for (const listener of listeners) listener(committed);
        return done.result;
      }
    },
    async lookUp<T = DbRow>(name: LookUpName, args: readonly unknown[]) {
      const list = args.map((arg) => {
        const value = toParameter(arg);
        return typeof arg === 'number' ? String(Math.trunc(arg)) : literal(value === null ? null : String(value));
      });
      return alone<T>(`select * from ${quote(name)}(${list.join(', ')})`);
    },
    hit: (key, seconds) => number(`select add_attempt(${literal(key)}, ${Math.ceil(seconds)}) as n`),
    hits: (key, seconds) => number(`select count_attempts(${literal(key)}, ${Math.ceil(seconds)}) as n`),
    async clearHits(key) {
      await alone(`select clear_attempts(${literal(key)})`);
    },
    admit({ party, network, account, known, queued, window }) {
      const slowed = [party, network].flatMap(({ key, free, first, longest }) => [literal(key), free, first, longest]);
      const queue = [literal(account.key), account.free, account.gap, account.kept, account.longest];
      return number(`select admit_attempt(${[...slowed, ...queue, known, queued, window].join(', ')}) as n`);
    },
    async takeBack(key) {
      await alone(`select take_back_attempt(${literal(key)})`);
    },
    onCommit: (listener) => void listeners.push(listener),
    async ping() {
      await alone('select 1');
    },
    close: () => database.close(),
  };
}

/** A committed transaction's result, and what its work asked to be run after the commit. */
interface Done<T> {
  readonly result: T;
  readonly after: readonly (() => void)[];
  readonly changes: TransactionChanges;
}

async function once<T>(
  database: Database,
  connection: Connection,
  actor: Actor,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions & { readonly attempt: number; begun(): void },
  hooks: StoreHooks,
): Promise<Done<T>> {
  const started = performance.now();
  const counter = { statements: 0 };
  const after: (() => void)[] = [];
  const changes = collectChanges();
  try {
    const opened = connection.script(opening(database, actor, options)).then((rows) => {
      options.begun();
      checkSession(actor, rows[0]);
    });
    if (options.readOnly) return await read();
    await opened;
    const result = await work(makeTx(connection, counter, after, changes));
    hooks.beforeCommit?.(options.attempt, actor);
    await connection.script('commit');
    return { result, after, changes };

    /**
     * What only reads sends its first statement along with the opening, whose verdict still comes first, and waits for no commit.
     */
    async function read(): Promise<Done<T>> {
      opened.catch(() => {});
      const result = await work(makeTx(connection, counter, after, changes, opened));
      await opened;
      hooks.beforeCommit?.(options.attempt, actor);
      connection.script('commit').catch(() => {});
      return { result, after, changes };
    }
  } catch (error) {
    await connection.script('rollback').catch(() => {});
    throw error;
  } finally {
    hooks.onTransaction?.({ statements: counter.statements, milliseconds: performance.now() - started });
  }
}

function opening(database: Database, actor: Actor, options: TransactionOptions | undefined): string {
  if (!actor.tenantId) throw new Error('a transaction needs a tenant');
  const { tenantId, userId, ip, agent, requestId, reason, jti } = actor;
  const user = userId ?? '';
  const call = (name: string, ...args: readonly string[]): string => `select * from ${name}(${args.map(literal).join(', ')})`;
  const [begin, enter] = options?.readOnly
    ? ['begin read only', call('enter_reading', tenantId, user, jti ?? '')]
    : ['begin', call('enter', tenantId, user, ip, agent.slice(0, 300), requestId, reason ?? '', jti ?? '')];
  return [begin, database.takeRole, enter].filter(Boolean).join('; ');
}

function checkSession(actor: Actor, row: DbRow | undefined): void {
  if (actor.jti === undefined && actor.tokenVersion === undefined) return;
  const valid =
    row !== undefined &&
    row.revoked !== true &&
    Number(row.status ?? 1) === 1 &&
    (actor.tokenVersion === undefined || Number(row.token_version ?? 0) === actor.tokenVersion);
  if (!valid) throw problem(401, 'Your session has ended. Sign in again.');
}

/** The text that each name stands for: a connection keeps the plan by the name only. */
const named = new Map<string, string>();
/** Another text under a name that is taken runs without one. */
function isTextOf(name: string, text: string): boolean {
  const known = named.get(name);
  if (known === undefined) named.set(name, text);
  return known === undefined || known === text;
}

function makeTx(
  connection: Connection,
  counter: { statements: number },
  after: (() => void)[],
  changes: TransactionChanges,
  opened?: Promise<void>,
): Tx {
  const run = async <T = DbRow>(statement: Sql, name: string | undefined): Promise<Answer<T>> => {
    counter.statements++;
    changes.addStatement(statement.text);
    const { text, values } = statement;
    const sent = connection.query<T>({ text, values, ...(name !== undefined && isTextOf(name, text) ? { name } : {}) });
    sent.catch(() => {});
    await opened;
    return sent;
  };
  return {
    readOnly: opened !== undefined,
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
      counter.statements++;
      changes.addWrite(table);
      return insertMany(connection, table, columns, rows);
    },
  };
}
