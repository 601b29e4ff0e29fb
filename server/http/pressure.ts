import type { Pressure } from '../context/limits';
import { totalmem } from 'node:os';
import { makeGate } from './gate';
import { TryLater } from '../identity/try-later';

export interface Bounds {
  readonly work: number;
  readonly uploads: number;
  /** How long more than `people` requests may have been at work, in ms, before no more are taken on. */
  readonly waitMs: number;
  /** Resident memory in bytes, above which no uploads are taken. */
  readonly memory: number;
  /** Requests at work above which background work waits, and how long at most, in ms. */
  readonly people: number;
  readonly patienceMs: number;
  /** So many requests of one user are always taken on: what a browser has under way at one time. */
  readonly ofUser: number;
}
const usual: Bounds = {
  work: 256,
  uploads: 32,
  waitMs: 1000,
  memory: 0.85 * Math.min(process.constrainedMemory() || Infinity, totalmem()),
  people: 8,
  patienceMs: 1000,
  ofUser: 6,
};

/** The share that one tenant, or one address without a session, can use. */
const share = 0.75;
const lookMs = 500;

export function makePressure(bounds: Partial<Bounds> = {}): Pressure {
  const { work, uploads, waitMs, memory, people, patienceMs, ofUser } = { ...usual, ...bounds };
  let full = false;
  const timer = setInterval(() => (full = process.memoryUsage.rss() > memory), lookMs).unref();
  const gateOf = (most: number) => makeGate(most, Math.max(1, Math.floor(most * share)));
  const gates = { work: gateOf(work), uploads: gateOf(uploads) };

  /** Since when the requests of each party are at work, the oldest first. */
  const queues = new Map<string, Set<Request>>();
  /**
   * Age alone would refuse the one that asks last, such as the banner that a page reads after everything else, and a floor of people has
   * more than `people` requests under way on any busy machine. So it refuses only a user who has several under way already.
   */
  const isSlow = (party: string, user: string | undefined): boolean => {
    const queue = [...(queues.get(party) ?? [])];
    if (user !== undefined && queue.filter((one) => one.user === user).length < ofUser) return false;
    const before = performance.now() - waitMs;
    let old = 0;
    for (const { since } of queue) {
      if (since > before) return false;
      if (++old > people) return true;
    }
    return false;
  };
  const place = (gate: keyof typeof gates, party: string): (() => void) => {
    const leave = gates[gate].enter(party);
    if (!leave) throw busy();
    return leave;
  };
  return {
    enter(party, user) {
      if (isSlow(party, user)) throw busy();
      const leave = place('work', party);
      const queue = queues.get(party) ?? new Set();
      queues.set(party, queue);
      const one = { since: performance.now(), user };
      queue.add(one);
      return () => {
        leave();
        queue.delete(one);
        if (queue.size === 0 && queues.get(party) === queue) queues.delete(party);
      };
    },
    receive(party) {
      if (full) throw busy();
      return place('uploads', party);
    },
    async quiet() {
      const until = performance.now() + patienceMs;
      while (gates.work.inside > people && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 25));
    },
    close() {
      clearInterval(timer);
    },
  };
}

interface Request {
  readonly since: number;
  readonly user: string | undefined;
}

const busy = (): TryLater => new TryLater(503, 'The server is busy. Please try again in a few seconds.', 2);
