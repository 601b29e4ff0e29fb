import { problem } from '../../src/schemas/kit/problem';
import type { Connection, Database } from './connection';
import { openTx } from './open-tx';
import { literal } from './parameters';
import type { Actor, DbRow, TransactionOptions, Tx } from './store';
import { collectChanges, type TransactionChanges } from './transaction-changes';

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

/** A committed transaction's result, and what its work asked to be run after the commit. */
export interface Done<T> {
  readonly result: T;
  readonly after: readonly (() => void)[];
  readonly changes: TransactionChanges;
}

/** One try of a transaction on a connection of its own. */
export async function runOnce<T>(
  database: Database,
  connection: Connection,
  actor: Actor,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions & { readonly attempt: number; begun(): void },
  hooks: StoreHooks,
): Promise<Done<T>> {
  const started = performance.now();
  const after: (() => void)[] = [];
  const changes = collectChanges();
  // The first statement travels with the opening, whose verdict still comes first.
  const opened = connection.script(opening(database, actor, options)).then((rows) => {
    options.begun();
    checkSession(actor, rows[0]);
  });
  opened.catch(() => {});
  const open = openTx(connection, opened, after, changes);
  try {
    const result = await work(open.tx).catch(async (error: unknown) => {
      await opened;
      throw error;
    });
    await opened;
    hooks.beforeCommit?.(options.attempt, actor);
    const ended = connection.script('commit');
    ended.catch(() => {});
    await open.end();
    if (!options.readOnly) await ended; // what only read waits for no commit
    return { result, after, changes };
  } catch (error) {
    void open.end().catch(() => {});
    await connection.script('rollback').catch(() => {});
    throw error;
  } finally {
    hooks.onTransaction?.({ statements: open.count(), milliseconds: performance.now() - started });
  }
}

function opening(database: Database, actor: Actor, options: TransactionOptions | undefined): string {
  if (!actor.tenantId) throw new Error('a transaction needs a tenant');
  const { tenantId, userId, ip, agent, requestId, reason, jti } = actor;
  const user = userId ?? '';
  const call = (name: string, ...args: readonly string[]): string => `select * from ${name}(${args.map(literal).join(', ')})`;
  // What is read is that of one moment, however many statements it takes: a total and its rows, a table and its chart.
  const [begin, enter] = options?.readOnly
    ? ['begin isolation level repeatable read read only', call('enter_reading', tenantId, user, jti ?? '')]
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
