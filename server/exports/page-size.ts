/** The connection is held no longer than about this for one page of an export (ms): where there is one, everyone waits for it. */
const pageMs = 30;

export const fewestRows = 20;

/** Rows of the page behind one of `rows` that took `ms`; `most` is the largest its list allows. */
export function rowsOfNext(rows: number, ms: number, most: number): number {
  const fit = Math.min(rows * 2, Math.round((rows * pageMs) / Math.max(ms, 1)));
  return Math.min(Math.max(fit, fewestRows), most);
}
