/** Days as YYYY-MM-DD, without a zone. */
const dayMs = 86_400_000;
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const plusDays = (day: string, days: number): string => dayAt(timeOf(day) + days * dayMs);

/** The Monday of its week. */
export const mondayOf = (day: string): string => plusDays(day, -((new Date(timeOf(day)).getUTCDay() + 6) % 7));

/** The first day of the month that is so many months later. */
export function monthAfter(day: string, months: number): string {
  const at = new Date(timeOf(`${day.slice(0, 7)}-01`));
  at.setUTCMonth(at.getUTCMonth() + months);
  return dayAt(at.getTime());
}

/** What a calendar shows: a week, or the whole weeks of a month. */
export function shownDays(day: string, span: 'month' | 'week'): { readonly from: string; readonly days: number } {
  if (span === 'week') return { from: mondayOf(day), days: 7 };
  const from = mondayOf(`${day.slice(0, 7)}-01`);
  const weeks = Math.ceil((timeOf(monthAfter(day, 1)) - timeOf(from)) / dayMs / 7);
  return { from, days: weeks * 7 };
}

export const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(timeOf(text)) && dayAt(timeOf(text)) === text;
