import type { LimitKind } from '../../src/schemas/kit/limits';

/** Limits per minute, over all processes that share a Redis (TRUST-S15). One object per process. */
export interface Limits {
  /** Counts one call of an address and of the user and tenant of its token; throws TryLater when one of them is used up. */
  call(kind: LimitKind, from: { readonly ip: string; readonly user?: string; readonly tenant?: string }): Promise<void>;
  /** Counts one call with an API key, in all kinds together. */
  key(id: string): Promise<void>;
  close(): void;
}

/**
 * The work that the process accepts at one time (TRUST-R9). Over the bounds a request is refused at once with a 503, so that
 * those taken on are answered in good time. It goes by its own queue only: how many requests are at work and since when. A late
 * event loop says nothing of that; other processes that hold the cores make it late for a server that has one request to answer.
 */
export interface Pressure {
  /**
   * A place for the work of a request; returns a function to leave. Throws TryLater when all of them, or this party's share, are
   * taken, and while this party's own queue is slow: more than `people` of its requests have been at work for over `waitMs`. A
   * slow queue refuses no `user` who has few requests in it.
   */
  enter(party: string, user?: string): () => void;
  /** The same for a body that is being received, which takes memory and disk but no database. */
  receive(party: string): () => void;
  /** Background work waits here before each step while people wait: briefly, so that it continues under any load. */
  quiet(): Promise<void>;
  close(): void;
}
