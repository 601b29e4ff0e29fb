const key = 'server-clock';
/** A `Date` header has whole seconds and was a while on its way: a smaller difference is none. In milliseconds. */
const least = 5000;
/** No clock is a century off; a date so far away could not be drawn. */
const longest = 100 * 366 * 86_400_000;
let offset = kept();

/**
 * The moment by the server's clock, in milliseconds: what compares with times of the server asks here, so that a browser whose clock
 * is ten minutes or a day off stays signed in and hears its calls (TRUST-R15).
 */
export const serverNow = (): number => Date.now() + offset;
/** A moment of this browser's clock by the server's. */
export const serverAt = (own: number): number => own + offset;

/** The server said what time it is: the `Date` header of an answer, or a time in ISO 8601. Remembered for the next visit. */
export function knowServerTime(said: string | null): void {
  const now = Date.now();
  const at = Date.parse(said ?? '');
  if (Number.isNaN(at) || Math.abs(at - now - offset) < least) return;
  offset = Math.abs(at - now) < least ? 0 : at - now;
  try {
    if (offset === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, String(offset));
  } catch {
    // A full store: the next visit learns it from its first answer.
  }
}

/** What an earlier visit learned; a text that somebody edited is nothing. Dates are formatted outside of a browser too. */
function kept(): number {
  if (typeof localStorage === 'undefined') return 0;
  const value = Number(localStorage.getItem(key) ?? 0);
  return Math.abs(value) <= longest ? value : 0;
}
