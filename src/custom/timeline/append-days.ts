import type { DayGroup } from './timeline-entry';

/** The next page under the days that are there; a date that repeats the one above is hidden. */
export function appendDays(shown: readonly DayGroup[], page: readonly DayGroup[]): readonly DayGroup[] {
  const all = [...shown];
  for (const day of page) all.push({ ...day, hideDate: all.at(-1)?.created_at === day.created_at });
  return all;
}

export const entriesIn = (days: readonly DayGroup[]): number => days.reduce((sum, { entries }) => sum + entries.length, 0);
