import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** In milliseconds (D-120): without an event not more often than this. */
const leastGap = 60_000;

/** Calls `ask` at an event that changes the count, `look` at one that might have been missed; answers how to stop. */
export type CountEvents = (ask: () => void, look: () => void) => () => void;

/** Asks for a count again at `events` and, if the count is old, when the window gets the focus. */
export function useFreshCount(
  query: Pick<UseQueryResult, 'refetch' | 'dataUpdatedAt' | 'errorUpdatedAt'>,
  enabled: boolean,
  events: CountEvents,
): void {
  const latest = useRef(query);
  useEffect(() => {
    latest.current = query;
  });
  useEffect(() => {
    if (!enabled) return undefined;
    let later: ReturnType<typeof setTimeout> | undefined;
    const ask = (): void => {
      clearTimeout(later);
      void latest.current.refetch();
    };
    /** How long a new request has to wait, in milliseconds. Undefined while the first one is pending. */
    const wait = (): number | undefined => {
      const answered = Math.max(latest.current.dataUpdatedAt, latest.current.errorUpdatedAt);
      return answered ? answered + leastGap - Date.now() : undefined;
    };
    const look = (): void => {
      const left = wait();
      if (left !== undefined && left <= 0) ask();
    };
    const stop = events(ask, () => {
      clearTimeout(later);
      later = setTimeout(ask, Math.max(0, wait() ?? leastGap));
    });
    window.addEventListener('focus', look);
    return () => {
      stop();
      clearTimeout(later);
      window.removeEventListener('focus', look);
    };
  }, [enabled, events]);
}
