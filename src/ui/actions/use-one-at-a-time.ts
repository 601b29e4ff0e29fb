import { useRef } from 'react';

/** What is asked for again while it is being done is not done twice; two presses may come before anything is drawn. */
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
