import type { Sql } from 'sql-template-tag';
import type { RowChange } from '../../src/schemas/kit/changed';
import type { AnyRow } from '../../src/schemas/kit/resource';

/** A row as the driver answers it: timestamps and dates as ISO text, jsonb parsed, numerics as numbers. */
export type DbRow = AnyRow;

/** One open transaction. Every statement names its tenant; row security is the second wall. */
export interface Tx {
  /** It wrote to this table: what it reads of it may not be committed. */
  hasWritten(table: string): boolean;
  /** Rows of the statement. `name` makes it a prepared statement that is planned once. */
  rows<T = DbRow>(statement: Sql, name?: string): Promise<T[]>;
  /** The first row, or undefined. */
  row<T = DbRow>(statement: Sql, name?: string): Promise<T | undefined>;
  /** The first row of a statement that always answers one: a count, a row just written. */
  one<T = DbRow>(statement: Sql, name?: string): Promise<T>;
  /** Runs the statement and returns how many rows it touched. */
  run(statement: Sql, name?: string): Promise<number>;
  /**
   * Sends a write whose answer nobody needs, without waiting for it: the next statements and the commit throw what it failed with.
   * What is sent last travels with the commit.
   */
  send(statement: Sql, name?: string): void;
  /** Bulk insert into one table in a few statements (COPY is refused under row security). Values in the order of the columns. */
  insertMany(table: string, columns: readonly string[], rows: readonly (readonly unknown[])[]): Promise<number>;
  /** Runs once this transaction is committed, before `transaction` resolves; never when it is rolled back. Must not throw. */
  afterCommit(work: () => void): void;
  /**
   * Names a row that the table's previous write changed, with its owners before and after; without this, the change is published
   * for the whole table.
   */
  touched(table: string, key: string | number, owners?: readonly (string | null)[], change?: RowChange): void;
  /** Sends an event to the open pages of one user once this transaction is committed. */
  sendToUser(event: UserEvent): void;
}

/** An event for one user of the transaction's tenant. */
export interface UserEvent {
  readonly userId: string;
  readonly event: string;
  readonly body: object;
}
export interface TouchedRow {
  readonly table: string;
  readonly key: string | number;
  readonly owners: readonly (string | null)[] | undefined;
  readonly change: RowChange;
}
/** The changes and events of a committed transaction; `whole` are tables of which some changed rows were not named. */
export interface Committed {
  readonly tenantId: string;
  readonly rows: readonly TouchedRow[];
  readonly whole: ReadonlySet<string>;
  readonly userEvents: readonly UserEvent[];
}

/** In whose name a transaction runs: audit rows carry it, row security depends on `tenantId`. */
export interface Actor {
  readonly tenantId: string;
  /** null: the server itself (jobs of no user, first start). */
  readonly userId: string | null;
  readonly ip: string;
  readonly agent: string;
  readonly requestId: string;
  /** Why, for the audit: 'import', 're-assign', … */
  readonly reason?: string;
  /** Id of the access token; a revoked one makes `transaction` throw problem 401. */
  readonly jti?: string;
  /** Version the token was made for; another one, or an inactive user, makes `transaction` throw problem 401. */
  readonly tokenVersion?: number;
}

/**
 * From `free` attempts in the window on, the next waits `first` seconds after the last, twice as long each time, `longest` at
 * most.
 */
export interface Slowed {
  readonly key: string;
  readonly free: number;
  readonly first: number;
  readonly longest: number;
}
/** One more attempt of who may or may not be the owner of an account; windows and times in seconds. */
export interface Attempt {
  readonly window: number;
  /** The device or network that tries this account; counted here. */
  readonly party: Slowed;
  /** All attempts from its network; every failure counts. */
  readonly network: Slowed;
  /**
   * All unknown devices together, counted here. From `free` on there is one try every `gap`: each party gets a turn of its own that
   * nobody can take from it, and that is kept so long; who comes when the queue is full comes again.
   */
  readonly account: {
    readonly key: string;
    readonly free: number;
    readonly gap: number;
    readonly kept: number;
    readonly longest: number;
  };
  /** A known device is slowed by its own attempts only. */
  readonly known: boolean;
  /** A known network needs no turn. */
  readonly queued: boolean;
}

export interface TransactionOptions {
  /** It writes nothing, and all its statements see the data of one moment. */
  readonly readOnly?: boolean;
}

export interface Store {
  readonly kind: 'embedded' | 'postgres';
  /**
   * The one way to open a transaction. Sets role, tenant, user, address, agent, request and reason for its length, checks token
   * version and revocation in the same statement (D-017), commits when `work` resolves, rolls back when it throws. Serialisation
   * failures and deadlocks are tried again up to three times: `work` may run more than once, so it returns its values and changes
   * nothing outside of the transaction (TRUST-R24; tests/architecture/run-twice.test.ts). Throws Problem 503 when the database is
   * away, 507 when the disk is full.
   */
  transaction<T>(actor: Actor, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Calls a named SECURITY DEFINER function that reads before a tenant is known (D-146); nothing else reads without a tenant. */
  lookUp<T = DbRow>(name: LookUpName, args: readonly unknown[]): Promise<T[]>;
  /** Counters without tenant for sign-in limits: adds one to `key` in a sliding window and returns the count inside it. */
  hit(key: string, windowSeconds: number): Promise<number>;
  /** The count without adding. */
  hits(key: string, windowSeconds: number): Promise<number>;
  clearHits(key: string): Promise<void>;
  /** Counts an attempt unless it has to wait: the whole seconds until it may be made, or 0. */
  admit(attempt: Attempt): Promise<number>;
  /** An attempt that was right does not count: takes the newest of `key` away. */
  takeBack(key: string): Promise<void>;
  /** Called after each commit that wrote or announced something. Must not throw. */
  onCommit(listener: (committed: Committed) => void): void;
  /** Resolves when a statement runs; throws otherwise. For /readyz. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * due_jobs(ahead_seconds integer, at_most integer) answers {tenant_id, id, kind, created_by} of jobs in state queued or running
 * with run_at null or <= now() and lease_until null or <= now() + ahead_seconds, oldest first. (ahead_seconds is 0, or the lease
 * length at the start of the embedded database, whose one process knows that every lease is a dead one's.)
 */
export type LookUpName =
  | 'user_by_email'
  | 'tenant_ids'
  | 'due_jobs'
  | 'api_key_by_hash'
  | 'webhook_tenants'
  | 'due_deliveries'
  | 'short_url_by_code'
  | 'tenant_of_widget'
  | 'tenant_of_site'
  | 'form_by_slug';
