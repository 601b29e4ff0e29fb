import { useEffect, useState } from 'react';

/** Milliseconds that what stands around a page leaves to the page's own first reads. */
export const afterPage = 400;
/** What the page itself waits for comes first; the rest may begin after so many ms. */
export const afterFirstRows = 3000;

/** True after so many ms. */
export function useWaited(ms: number): boolean {
  const [waited, setWaited] = useState(ms === 0);
  useEffect(() => {
    if (waited) return undefined;
    const timer = setTimeout(() => setWaited(true), ms);
    return () => clearTimeout(timer);
  }, [waited, ms]);
  return waited;
}
