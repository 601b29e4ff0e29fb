import { browserStored } from '../../providers/stored';

const key = 'server-clock';
/** In milliseconds. A `Date` header has whole seconds and took time to arrive, so a smaller difference is ignored. */
const least = 5000;
/** A clock is never a century wrong; a date so far away could not be shown. */
const longest = 100 * 366 * 86_400_000;
let offset = storedOffset();

/**
 * The current time by the server's clock, in milliseconds. Comparisons with times of the server use this, so that a browser whose
 * clock is ten minutes or a day wrong stays signed in and gets its calls (TRUST-R15).
 */
export const serverNow = (): number => Date.now() + offset;
/** The server's clock minus this one's, in milliseconds. */
export const serverOffset = (): number => offset;
/** Converts a time of this browser's clock to the server's. */
export const serverAt = (own: number): number => own + offset;

/** Sets the server's time: the `Date` header of an answer, or a time in ISO 8601. Stored for the next visit. */
export function knowServerTime(said: string | null): void {
  const now = Date.now();
  const at = Date.parse(said ?? '');
  if (Number.isNaN(at) || Math.abs(at - now - offset) < least) return;
  offset = Math.abs(at - now) < least ? 0 : at - now;
  browserStored.write(key, offset === 0 ? undefined : String(offset));
}

/** The difference stored by an earlier visit; an edited text is ignored. */
function storedOffset(): number {
  const value = Number(browserStored.read(key) ?? 0);
  return Math.abs(value) <= longest ? value : 0;
}
