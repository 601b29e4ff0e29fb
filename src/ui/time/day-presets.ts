import dayjs, { type Dayjs } from 'dayjs';

/** Two days 'YYYY-MM-DD' in the tenant's time zone, both included. */
export type Days = readonly [start: string, end: string];

/** The presets of every date range, by the tenant's today. */
export function dayPresets(now: string): readonly { readonly label: string; readonly days: Days }[] {
  const day = dayjs(now);
  const of = (from: Dayjs, to: Dayjs): Days => [from.format('YYYY-MM-DD'), to.format('YYYY-MM-DD')];
  const lastMonth = day.subtract(1, 'month');
  return [
    { label: 'Today', days: of(day, day) },
    { label: 'Yesterday', days: of(day.subtract(1, 'day'), day.subtract(1, 'day')) },
    { label: 'Last 7 Days', days: of(day.subtract(6, 'day'), day) },
    { label: 'Last 30 Days', days: of(day.subtract(29, 'day'), day) },
    { label: 'This Month', days: of(day.startOf('month'), day) },
    { label: 'Last Month', days: of(lastMonth.startOf('month'), lastMonth.endOf('month')) },
  ];
}

/** Presets of a range that can end after today. */
export function presetsAhead(now: string): ReturnType<typeof dayPresets> {
  const day = dayjs(now);
  const text = (one: Dayjs): string => one.format('YYYY-MM-DD');
  return [
    { label: 'Tomorrow', days: [text(day.add(1, 'day')), text(day.add(1, 'day'))] },
    { label: 'Next 7 Days', days: [text(day), text(day.add(6, 'day'))] },
  ];
}
