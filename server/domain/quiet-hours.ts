import { weekdays } from '../../src/schemas/kit/static-lists';
import { clockOf, isWithin } from './calling-hours';
import { addDays, dayOf, weekdayOf } from './days';

/** When someone works, 'HH:MM' in the tenant's zone, and the names of the days off. */
export interface WorkingShift {
  readonly start_time: string;
  readonly end_time: string;
  readonly weekly_off: readonly string[] | null;
}

/**
 * Outside a user's shift nothing rings; without a shift there are no quiet hours. A shift over midnight belongs to the day it
 * started.
 */
export function isQuiet(shift: WorkingShift | null, at: Date, zone: string): boolean {
  if (!shift) return false;
  const { start_time: from, end_time: to, weekly_off: off } = shift;
  if (!isWithin({ from, to }, at, zone)) return true;
  const today = dayOf(at, zone);
  const began = from > to && clockOf(at, zone) < to ? addDays(today, -1) : today;
  return (off ?? []).includes(weekdays[weekdayOf(began)]!);
}
