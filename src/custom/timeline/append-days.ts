import type { DayGroup } from './timeline-entry';

/**
 * The next page under the days that are there; a date that repeats the one above is hidden. A change that was made meanwhile
 * moves all others one place down: what comes again with the next page is left out.
 */
export function appendDays(shown: readonly DayGroup[], page: readonly DayGroup[]): readonly DayGroup[] {
  const all = [...shown];
  const known = new Set(shown.flatMap(({ entries }) => entries.map(({ id }) => id)));
  for (const day of page) {
    const entries = day.entries.filter(({ id }) => !known.has(id));
    if (entries.length) all.push({ ...day, entries, hideDate: all.at(-1)?.created_at === day.created_at });
  }
  return all;
}

export const entriesIn = (days: readonly DayGroup[]): number => days.reduce((sum, { entries }) => sum + entries.length, 0);
