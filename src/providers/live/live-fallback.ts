import { useSyncExternalStore } from 'react';

const everyMs = 60_000;
let stale = false;
const listeners = new Set<() => void>();

/** What is shown may be old: there is no live channel, and asking fails too. */
export const useStale = (): boolean => useSyncExternalStore(subscribe, isStale, isStale);
export const isStale = (): boolean => stale;

/**
 * A page without the live channel looks for itself, when it is looked at again and once a minute: a sixth tab (the server lets five
 * of a user in), one whose code of the channel did not come, a line that is cut. `look` answers whether it was answered.
 */
export function lookMeanwhile(isLive: () => boolean, look: () => Promise<boolean>): { live(): void; stop(): void } {
  let stopped = false;
  const lookNow = async (): Promise<void> => {
    if (document.visibilityState === 'hidden' || isLive()) return;
    const answered = await look();
    if (!stopped) setStale(!answered && !isLive());
  };
  const again = (): void => void lookNow();
  const timer = setInterval(again, everyMs);
  document.addEventListener('visibilitychange', again);
  return {
    live: () => setStale(false),
    stop() {
      stopped = true;
      setStale(false);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
    },
  };
}

function setStale(next: boolean): void {
  if (next === stale) return;
  stale = next;
  for (const tell of listeners) tell();
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
