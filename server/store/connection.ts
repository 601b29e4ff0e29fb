import type { DbRow } from './store';

export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Planned once per connection under this name. */
  readonly name?: string;
}
export interface Answer<T = DbRow> {
  readonly rows: T[];
  /** Rows changed by a write, or read by a select. */
  readonly count: number;
}

/** One session of the database, used by one transaction at a time. */
export interface Connection {
  /** One statement with parameters; `T` is the row that its select names. */
  query<T = DbRow>(statement: Statement): Promise<Answer<T>>;
  /** Several statements without parameters in one round trip; the rows of the last that has some. */
  script<T = DbRow>(text: string): Promise<T[]>;
  /** `copy … from stdin` with its rows; PostgreSQL alone has it. */
  copyIn?(text: string, rows: Buffer): Promise<void>;
}

/** A driver: hands out connections and says how the tenant's role is taken. */
export interface Database {
  readonly kind: 'embedded' | 'postgres';
  /** SQL that takes the app role for the transaction; empty where the login has it already. */
  readonly takeRole: string;
  /** Before a transaction that may write; throws Problem 507 while there is no room for it. */
  beforeWriting?(): Promise<void>;
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** COMMIT of a failed transaction rolls back without an error: a failure that someone swallowed must not look saved. */
export function refuseHiddenRollback(text: string, command: string | undefined): void {
  if (text === 'commit' && command === 'ROLLBACK')
    throw new Error('a statement failed before the commit; everything was rolled back');
}
