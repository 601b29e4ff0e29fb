import type { Database } from './connection';
import { asProblem, isAway, mayTryAgain } from './failures';
import { quote } from './identifiers';
import { literal, toParameter } from './parameters';
import { runOnce, type Done, type StoreHooks } from './run-once';
import type { Actor, Committed, DbRow, LookUpName, Store, TransactionOptions, Tx } from './store';

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
            runOnce(database, connection, actor, work, { ...options, attempt, begun: () => (begun = true) }, hooks),
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
