import { useEffect, useState } from 'react';

/** Milliseconds that parts around a page leave to the page's own first requests. */
export const afterPage = 400;
/** The page's own requests come first; others may start after so many ms. */
export const afterFirstRows = 3000;

/** True after so many ms. */
export function useDelay(ms: number): boolean {
  const [waited, setWaited] = useState(ms === 0);
  useEffect(() => {
    if (waited) return undefined;
    const timer = setTimeout(() => setWaited(true), ms);
    return () => clearTimeout(timer);
  }, [waited, ms]);
  return waited;
}
