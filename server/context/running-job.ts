import type { Tx } from '../store/store';
import type { JobKind } from './jobs';
import type { Services } from './services';

/**
 * What a kind of job does: a function that works in `steps`, each a short transaction. It may be started again at any time
 * with the cursor of its last committed step, so it asks `job.cursor` where to continue. What it returns becomes `jobs.result`.
 * A Problem below 500 ends the job as failed with that sentence; any other error is tried again later.
 * Its `job` is a RunningJob<Payload, Cursor> of its own; who runs jobs of every kind can read neither, hence `never`.
 */
export type JobRunner = (job: RunningJob<never, never>, steps: Steps) => Promise<object | void>;
/** By the kind's name. A file that does jobs exports one object `jobKinds` of this type, which is in server/job-kinds.ts. */
export type JobKinds = Readonly<Record<string, JobRunner>>;

/** What a job of this kind does, with the payload that it was queued with: a line of `jobKinds`. */
export function runs<Payload extends object, Cursor extends object>(
  kind: JobKind<Payload>,
  work: (job: RunningJob<Payload, Cursor>, steps: Steps) => Promise<object | void>,
): JobKinds {
  return { [kind.name]: work };
}

export interface RunningJob<Payload = object, Cursor = object> {
  readonly id: string;
  readonly kind: string;
  readonly tenantId: string;
  /** Who queued it: every step runs in this user's name. */
  readonly userId: string | null;
  /** What it was queued with. */
  readonly payload: Payload;
  /** What its last committed step left; null before the first. */
  readonly cursor: Cursor | null;
  /** Rises each time the job is taken: names what only this attempt may touch. */
  readonly fence: number;
  /** Should this try fail, there is no other. */
  readonly isLastTry: boolean;
  readonly services: Services;
}
export interface Steps {
  /**
   * One transaction: the effect of `work`, and the progress it answers, or neither. Throws JobStopped, with everything of
   * this step rolled back, when the lease is lost, or the job was paused or cancelled, or the server is stopping.
   */
  commit(work: (tx: Tx) => Promise<Progress & { readonly value?: undefined }>): Promise<undefined>;
  /** `value` is the one way for a value out of a step, since its work may run twice (TRUST-R24). */
  commit<T>(work: (tx: Tx) => Promise<Progress & { readonly value: T }>): Promise<T>;
  /**
   * A transaction that records what has already happened outside: it needs no lease, and also runs while the server is stopping.
   */
  record(work: (tx: Tx) => Promise<void>): Promise<void>;
  /** A transaction that only reads. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Throws JobStopped as `commit` does; for long work between two steps. */
  check(): void;
  /** Ends this turn with JobStopped: the job continues from its cursor once the others that wait have had theirs. */
  letOthers(): never;
}
/** What a step writes to the job's row; missing members stay unchanged. */
export interface Progress {
  readonly cursor?: object;
  readonly done?: number;
  readonly total?: number;
  readonly message?: string;
}
/** Unwinds a runner whose job is no longer its own to work on; never an error of the job. */
export class JobStopped extends Error {
  constructor(readonly why: 'lease lost' | 'paused' | 'cancelled' | 'server stopping' | 'turn over') {
    super(`job stopped: ${why}`);
    this.name = 'JobStopped';
  }
}
