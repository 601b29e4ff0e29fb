/** Date ranges that move with the calendar: a saved view 'Last 30 Days' shows the last thirty days whenever it is opened. */
export const dayRanges = {
  today: 'Today',
  yesterday: 'Yesterday',
  tomorrow: 'Tomorrow',
  last_7_days: 'Last 7 Days',
  last_30_days: 'Last 30 Days',
  next_7_days: 'Next 7 Days',
  this_week: 'This Week',
  this_month: 'This Month',
  last_month: 'Last Month',
} as const;
export type DayRange = keyof typeof dayRanges;

export const isDayRange = (name: string): name is DayRange => Object.hasOwn(dayRanges, name);

/** First and last day ('YYYY-MM-DD', both included) of the span when `today` is today. Weeks begin on Monday. */
export function daysOf(range: DayRange, today: string): readonly [first: string, last: string] {
  const away = (days: number): string => dayAway(today, days);
  switch (range) {
    case 'today':
      return [today, today];
    case 'yesterday':
      return [away(-1), away(-1)];
    case 'tomorrow':
      return [away(1), away(1)];
    case 'last_7_days':
      return [away(-6), today];
    case 'last_30_days':
      return [away(-29), today];
    case 'next_7_days':
      return [today, away(6)];
    case 'this_week': {
      const monday = away(-((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7));
      return [monday, dayAway(monday, 6)];
    }
    case 'this_month':
      return monthOf(`${today.slice(0, 8)}01`);
    case 'last_month':
      return monthOf(`${dayAway(`${today.slice(0, 8)}01`, -1).slice(0, 8)}01`);
  }
}

function monthOf(first: string): readonly [string, string] {
  const next = dayAway(first, 31);
  return [first, dayAway(`${next.slice(0, 8)}01`, -1)];
}

/** That many days later (or earlier) on the calendar. */
export function dayAway(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** Whether it is a day that exists, as YYYY-MM-DD. A year below 1000 is a slip, which a zone may take out of what a database holds. */
export const isDay = (text: string): boolean =>
  /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/** The most days that a calendar shows: six weeks, as a month needs them. */
export const mostCalendarDays = 42;
