import { useRef } from 'react';

/** Runs one call at a time: calls made meanwhile are ignored, because two clicks can happen before the next rendering. */
export function useOneAtATime<A extends unknown[]>(work: (...args: A) => Promise<void>): (...args: A) => Promise<void> {
  const going = useRef(false);
  return async (...args) => {
    if (going.current) return;
    going.current = true;
    try {
      await work(...args);
    } finally {
      going.current = false;
    }
  };
}
