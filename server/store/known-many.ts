import type { Sql } from 'sql-template-tag';

/**
 * Counts that ended at their limit a moment ago. To count to 10,000 costs more than the page itself, and each list of a large
 * tenant asks for it all day (SPEED-B2); what it says stays true until a bulk change takes most of the rows away, and is then
 * counted again after ten seconds at the latest.
 */
const momentMs = 10_000;
const most = 1_000;
/** A list of thousands of keys is asked for once. */
const longestKey = 4_000;
const until = new Map<string, number>();

/** The tenant, the filters and whose rows they are: all of it is in the statement. */
const keyOf = ({ sql, values }: Sql): string => `${sql}\n${JSON.stringify(values)}`;

export function isKnownMany(counting: Sql): boolean {
  const key = keyOf(counting);
  const end = until.get(key);
  if (end !== undefined && end <= performance.now()) until.delete(key);
  return end !== undefined && end > performance.now();
}

/** To be said after each count that reached its limit. */
export function rememberMany(counting: Sql): void {
  const key = keyOf(counting);
  if (key.length > longestKey) return;
  for (const oldest of until.keys()) {
    if (until.size < most) break;
    until.delete(oldest);
  }
  until.set(key, performance.now() + momentMs);
}
