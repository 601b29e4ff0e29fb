import { lastActive, markActive } from '../../providers/calls/activity';
import type { TimeToday } from '../../schemas/calls/work-time';
import { onWork, readWork, writeWork } from './work-record';

export interface WorkClock {
  readonly userId: string;
  /** Called at every tick, so that a configuration loaded later is used. */
  readonly limits: () => { readonly idle: number; readonly poll: number };
  /** Sends seconds; returns the server's total of the day if the answer has one, and throws if the server refuses. */
  readonly send: (totalSeconds: number, ref: string) => Promise<number | undefined>;
  readonly show: (secondsToday: number) => void;
}
export interface RunningClock {
  /** Shows the server's total of a day with what this browser has not sent yet; another day's total is ignored. */
  readonly correct: (total: TimeToday & { readonly client_ref?: string }) => void;
  readonly stop: () => void;
}

const firstWait = 3000;
const tickEvery = 1000;
/** When the window is left, in milliseconds: less waits for the next poll. */
const worthSending = 15_000;
const moves = ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'wheel', 'scroll'] as const;

/**
 * Counts the user's working time in one tab of the browser (D-071 to D-074); the other tabs show that count. It measures time
 * instead of counting ticks, so a throttled background tab counts correctly, and a sleeping computer counts nothing.
 */
export function startWorkClock({ userId, limits, send, show }: WorkClock): RunningClock {
  const stopped = new AbortController();
  const { signal } = stopped;
  let running = false;
  let sending = false;
  let countedHere = 0;

  const showToday = (record = readWork(userId, Date.now())): void => show(Math.floor(record.today / 1000));

  const tick = (): void => {
    const now = Date.now();
    const record = readWork(userId, now);
    const { idle, poll } = limits();
    const active = Math.min(lastActive(userId), now);
    const until = Math.min(now, active + idle);
    const from = Math.max(record.countedTo, running ? Math.min(countedHere, now) : Math.max(active, now - tickEvery));
    const counted = Math.max(0, until - from);
    record.today += counted;
    record.unsent += counted;
    record.countedTo = countedHere = Math.max(from, until);
    const idled = running && now - active >= idle;
    const due = now - record.triedAt >= poll;
    if (due) record.triedAt = now;
    running = now - active < idle;
    writeWork(userId, record);
    showToday(record);
    if (idled || due) void deliver();
  };

  const deliver = async (): Promise<void> => {
    const before = readWork(userId, Date.now());
    const seconds = Math.floor(before.unsent / 1000);
    if (sending || seconds < 1) return;
    sending = true;
    const ref = before.ref ?? Math.random().toString(36).slice(2) + Date.now().toString(36);
    writeWork(userId, { ...before, ref });
    try {
      const total = await send(seconds, ref);
      const { ref: _, ...record } = readWork(userId, Date.now()); // more may have been counted meanwhile
      record.unsent = Math.max(0, record.unsent - seconds * 1000);
      if (total !== undefined) record.today = total * 1000 + record.unsent;
      writeWork(userId, record);
      showToday(record);
    } catch {
      // Kept, and sent with the next seconds.
    }
    sending = false;
  };

  const correct: RunningClock['correct'] = ({ day, today_seconds: total, client_ref: ref }) => {
    const record = readWork(userId, Date.now());
    // Its own report is corrected by the answer, which also knows what was sent.
    if (day !== record.day || (ref !== undefined && ref === record.ref)) return;
    record.today = total * 1000 + record.unsent;
    writeWork(userId, record);
    showToday(record);
  };

  let wait = firstWait;
  const lead = (until: AbortSignal): void => {
    let timer: ReturnType<typeof setTimeout>;
    const next = (): void => {
      wait = tickEvery;
      tick();
      timer = setTimeout(next, tickEvery);
    };
    running = false;
    timer = setTimeout(next, wait);
    until.addEventListener('abort', () => clearTimeout(timer));
    // The browser that the user goes to next shows what was counted in this one.
    const left = (): void => {
      if (readWork(userId, Date.now()).unsent >= worthSending) void deliver();
    };
    window.addEventListener('blur', left, { signal: until });
  };

  showToday();
  watchMoves(userId, signal);
  signal.addEventListener(
    'abort',
    onWork(userId, () => showToday()),
  );
  void takeLead(`work-time:${userId}`, signal, lead);
  return { correct, stop: () => stopped.abort() };
}

/**
 * D-073: one tab of the browser leads. A hidden tab, which the browser throttles, hands over to one that waits. Without locks
 * (plain http on another host) every tab counts, and `countedTo` keeps the sum correct.
 */
async function takeLead(name: string, signal: AbortSignal, lead: (until: AbortSignal) => void): Promise<void> {
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return lead(signal);
  while (!signal.aborted) {
    try {
      await locks.request(name, { signal }, async () => {
        const over = new AbortController();
        lead(over.signal);
        await hiddenOrStopped(signal);
        over.abort();
      });
    } catch {
      return; // stopped before it became the leader
    }
  }
}

function hiddenOrStopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && resolve(), { signal });
  });
}

/** Records activity in any tab, once per second at most. */
function watchMoves(userId: string, signal: AbortSignal): void {
  let last = Date.now();
  markActive(userId, last);
  const moved = (): void => {
    const now = Date.now();
    if (now - last < 1000 && now >= last) return;
    last = now;
    markActive(userId, now);
  };
  for (const move of moves) window.addEventListener(move, moved, { signal, passive: true, capture: true });
}
