import { createStore, useStore } from '../store';

const everyMs = 60_000;
export const stale = createStore(false);

/** What is shown may be old: there is no live channel, and asking fails too. */
export const useStale = (): boolean => useStore(stale);

/**
 * A page without the live channel polls on focus and once a minute: a sixth tab (the server allows five per user), one whose
 * socket code did not load, or a lost connection. `look` returns whether the server answered.
 */
export function lookMeanwhile(isLive: () => boolean, look: () => Promise<boolean>): { live(): void; stop(): void } {
  let stopped = false;
  const lookNow = async (): Promise<void> => {
    if (document.visibilityState === 'hidden' || isLive()) return;
    const answered = await look();
    if (!stopped) stale.set(!answered && !isLive());
  };
  const again = (): void => void lookNow();
  const timer = setInterval(again, everyMs);
  document.addEventListener('visibilitychange', again);
  return {
    live: () => stale.set(false),
    stop() {
      stopped = true;
      stale.set(false);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
    },
  };
}
