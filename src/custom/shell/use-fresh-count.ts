import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** In milliseconds (D-120): without an event not more often than this. */
const leastGap = 60_000;

/** Calls `ask` at an event that changes the count, `look` at one that might; answers how to stop. */
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
    const ask = (): void => void latest.current.refetch();
    const look = (): void => {
      const answered = Math.max(latest.current.dataUpdatedAt, latest.current.errorUpdatedAt);
      if (answered && Date.now() - answered >= leastGap) ask();
    };
    const stop = events(ask, look);
    window.addEventListener('focus', look);
    return () => {
      stop();
      window.removeEventListener('focus', look);
    };
  }, [enabled, events]);
}
