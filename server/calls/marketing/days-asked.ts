import { isDay } from '../../../src/schemas/kit/day-ranges';
import { invalid } from '../../../src/schemas/kit/problem';
import { addDays, dayOf } from '../../domain/days';

const mostDays = 3 * 366;

/** The days of the report, both included. Throws Problem 422 at the wrong one. */
export function daysAsked(
  { from, to }: { readonly from: string; readonly to: string },
  now: Date,
  zone: string,
): { readonly from: string; readonly to: string } {
  if (!isDay(from)) throw invalid('from', 'From must be a day, such as 2026-03-02');
  if (!isDay(to)) throw invalid('to', 'To must be a day, such as 2026-03-02');
  if (from > to) throw invalid('to', 'To must not be before From');
  const today = dayOf(now, zone);
  if (from > today) throw invalid('from', 'From must not be in the future');
  if (addDays(from, mostDays) < to) throw invalid('to', 'Choose a range of up to three years');
  return { from, to: to > today ? today : to };
}
