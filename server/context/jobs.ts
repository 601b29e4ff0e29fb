import type { Tx } from '../store/store';

/** Background work: a row in `jobs` written in the caller's transaction, done by the worker of any process (TRUST-R6). */
export interface Jobs {
  /** Queues a job in the caller's transaction; answers its id. The same unfinished dedupeKey answers the job that exists. */
  add(tx: Tx, by: { readonly tenantId: string; readonly userId: string | null }, job: NewJob): Promise<string>;
  /** Starts taking jobs; `stop` finishes the running step and gives its lease back. */
  start(): void;
  stop(): Promise<void>;
  /** Tells the worker that something was queued, after commit. */
  wake(): void;
}
export interface NewJob {
  readonly kind: string;
  readonly payload: object;
  readonly dedupeKey?: string;
  readonly runAt?: Date;
}
