/** The days that a scheduled report may be of: all of them end today or before. */
export const scheduledRanges = ['today', 'yesterday', 'last_7_days', 'last_30_days', 'this_month', 'last_month'] as const;
/** Files that a scheduled report can have attached. */
export const fileFormats = ['xlsx', 'csv'] as const;
export const frequencies = ['daily', 'weekly', 'monthly'] as const;
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

export interface ScheduleTime {
  readonly frequency: (typeof frequencies)[number];
  readonly weekday?: number | null | undefined;
  readonly month_day?: number | null | undefined;
  readonly hour: number;
}

/** 'Every Monday at 09:00'. */
export function scheduleWords({ frequency, weekday, month_day: day, hour }: ScheduleTime): string {
  const at = `at ${String(hour).padStart(2, '0')}:00`;
  if (frequency === 'daily') return `Every day ${at}`;
  return frequency === 'weekly' ? `Every ${weekdays[(weekday ?? 1) - 1]} ${at}` : `Every month on day ${day ?? 1} ${at}`;
}
