import { instantOf, wallTimeOf } from './wall-time';

/** Days of a tenant's zone (D-055): where they begin and end as instants, and arithmetic on their names 'YYYY-MM-DD'. */
export interface DayBounds {
  readonly date: string;
  /** First instant of the day. */
  readonly from: Date;
  /** First instant of the next day. */
  readonly to: Date;
}

/** The day on which the instant falls in that zone. */
export function dayOf(instant: Date, zone: string): string {
  return wallTimeOf(instant, zone).date;
}

export function addDays(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** 0 Monday to 6 Sunday: weeks begin on Monday. */
export function weekdayOf(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
}

const starts = new Map<string, Date>();
/** The first instant of the day in that zone; where a clock change skips midnight, the instant after the change. */
export function startOfDay(date: string, zone: string): Date {
  const key = `${zone} ${date}`;
  const known = starts.get(key);
  if (known) return known;
  // Zones reach from -12 to +14 hours, and a local date never goes back by a whole day: halve until the millisecond.
  let before = Date.parse(`${date}T00:00:00Z`) - 15 * 3_600_000;
  let at = before + 30 * 3_600_000;
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2);
    if (dayOf(new Date(middle), zone) < date) before = middle;
    else at = middle;
  }
  if (starts.size > 2000) starts.clear();
  starts.set(key, new Date(at));
  return new Date(at);
}

/** The day of the instant, or one some days away from it. */
export function dayBounds(instant: Date, zone: string, away = 0): DayBounds {
  const date = addDays(dayOf(instant, zone), away);
  return { date, from: startOfDay(date, zone), to: startOfDay(addDays(date, 1), zone) };
}

/** The first instant of the Monday after the day of the instant. */
export function endOfWeek(instant: Date, zone: string): Date {
  const date = dayOf(instant, zone);
  return startOfDay(addDays(date, 7 - weekdayOf(date)), zone);
}

/** The instant of a local time 'HH:MM' on that day; one that a clock change skips is after the change. */
export function momentOf(date: string, clock: string, zone: string): Date {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return instantOf({ date, minutes: hour * 60 + minute }, zone);
}
