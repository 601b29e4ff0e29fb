import type { Tx } from '../store/store';

/** Background work: a row in `jobs` written in the caller's transaction, done by the worker of any process (TRUST-R6). */
export interface Jobs {
  /** Queues a job in the caller's transaction; returns its id. The same unfinished dedupeKey answers the job that exists. */
  add<Payload extends object>(
    tx: Tx,
    by: { readonly tenantId: string; readonly userId: string | null },
    job: NewJob<Payload>,
  ): Promise<string>;
  /** Starts taking jobs; `stop` finishes the running step and gives its lease back. */
  start(): void;
  stop(): Promise<void>;
  /** Wakes the worker after commit, because something was queued. */
  wake(): void;
}
/**
 * A kind of job, shared by the code that queues it and the code that runs it: its name in the table and the type of its payload.
 */
export class JobKind<Payload extends object> {
  /** The type only: there is no such value. */
  declare protected readonly payload: Payload;
  constructor(readonly name: string) {}
}
export interface NewJob<Payload extends object> {
  readonly kind: JobKind<Payload>;
  readonly payload: NoInfer<Payload>;
  readonly dedupeKey?: string;
  readonly runAt?: Date;
}
