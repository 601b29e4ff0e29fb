import type { DayGroup } from './timeline-entry';

/**
 * Appends a page to the loaded days; the date is hidden if it repeats the last one. If a change was made between two pages, all
 * entries move down by one, so an entry that the next page repeats is left out.
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
