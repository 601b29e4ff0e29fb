import { totalmem } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { makeGate } from './gate';
import { TryLater } from './try-later';

/**
 * What the process takes on at one time (TRUST-R9). Over the bounds a request is refused at once with a 503, so that those taken on
 * are answered in good time: nothing waits in a line whose end is a timeout.
 */
export interface Pressure {
  /** Throws TryLater while the event loop is late. */
  check(): void;
  /** A place for the work of a request; answers how to leave. Throws TryLater when all of them, or this party's share, are taken. */
  enter(party: string): () => void;
  /** The same for a body that is being received, which takes memory and disk but no database. */
  receive(party: string): () => void;
  /** Background work waits here before each step while people wait: briefly, so that it goes on under any load. */
  quiet(): Promise<void>;
  close(): void;
}
export interface Bounds {
  readonly work: number;
  readonly uploads: number;
  /** Mean delay of the event loop in ms, over a second. */
  readonly loopMs: number;
  /** Resident memory in bytes, above which no uploads are taken. */
  readonly memory: number;
  /** Requests at work above which background work waits, and how long at most, in ms. */
  readonly people: number;
  readonly patienceMs: number;
}
const usual: Bounds = {
  work: 256,
  uploads: 32,
  loopMs: 200,
  memory: 0.85 * Math.min(process.constrainedMemory() || Infinity, totalmem()),
  people: 8,
  patienceMs: 1000,
};

/** What one tenant, or one address without a session, may hold of the whole. */
const share = 0.75;
const lookMs = 500;
const sampleMs = 20;

export function makePressure(bounds: Partial<Bounds> = {}): Pressure {
  const { work, uploads, loopMs, memory, people, patienceMs } = { ...usual, ...bounds };
  const delay = monitorEventLoopDelay({ resolution: sampleMs });
  delay.enable();
  let late = false;
  let slow = false;
  let full = false;
  const timer = setInterval(() => {
    // What is told has the interval of looking in it. One long step is none yet: two looks in a row are.
    const now = delay.mean / 1e6 - sampleMs > loopMs;
    late = slow && now;
    slow = now;
    delay.reset();
    full = process.memoryUsage.rss() > memory;
  }, lookMs).unref();
  const gateOf = (most: number) => makeGate(most, Math.max(1, Math.floor(most * share)));
  const gates = { work: gateOf(work), uploads: gateOf(uploads) };

  const place = (gate: keyof typeof gates, party: string): (() => void) => {
    const leave = gates[gate].enter(party);
    if (!leave) throw busy();
    return leave;
  };
  return {
    check() {
      if (late) throw busy();
    },
    enter: (party) => place('work', party),
    receive(party) {
      if (full) throw busy();
      return place('uploads', party);
    },
    async quiet() {
      const until = performance.now() + patienceMs;
      while ((late || gates.work.inside > people) && performance.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 25));
    },
    close() {
      clearInterval(timer);
      delay.disable();
    },
  };
}

const busy = (): TryLater => new TryLater(503, 'The server is busy. Please try again in a few seconds.', 2);
