import { dayAway } from '../../schemas/kit/day-ranges';

export const calendarViews = ['day', 'week', 'month'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** The days that a view shows around a day, 'YYYY-MM-DD' each: whole weeks from Monday, a month with the ends of its neighbours. */
export function daysShown(view: CalendarView, day: string): readonly string[] {
  if (view === 'day') return [day];
  const first = view === 'week' ? mondayOf(day) : mondayOf(`${day.slice(0, 8)}01`);
  const count = view === 'week' ? 7 : weeksOfMonth(day) * 7;
  return Array.from({ length: count }, (_, at) => dayAway(first, at));
}

/** The day to look at after a step forward (1) or back (-1). */
export function dayTurned(view: CalendarView, day: string, by: 1 | -1): string {
  if (view === 'day') return dayAway(day, by);
  if (view === 'week') return dayAway(day, 7 * by);
  const first = `${day.slice(0, 8)}01`;
  return by === 1 ? `${dayAway(first, 32).slice(0, 8)}01` : `${dayAway(first, -1).slice(0, 8)}01`;
}

const weekday = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
const mondayOf = (day: string): string => dayAway(day, -weekday(day));
function weeksOfMonth(day: string): number {
  const first = `${day.slice(0, 8)}01`;
  const last = dayAway(`${dayAway(first, 32).slice(0, 8)}01`, -1);
  return Math.ceil((weekday(first) + Number(last.slice(8))) / 7);
}
