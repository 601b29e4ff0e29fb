const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** 'YYYY-MM-DD' in readable form, '7 Dec 2026'; '–' without a date. */
export function dayText(value: unknown): string {
  const day = typeof value === 'string' ? /^(\d{4})-(\d{2})-(\d{2})/.exec(value) : null;
  return day ? `${Number(day[3])} ${months[Number(day[2]) - 1]} ${day[1]}` : '–';
}

/** '2026-04' as 'Apr 2026'; '–' without a month. */
export function monthText(value: unknown): string {
  const month = typeof value === 'string' ? /^(\d{4})-(\d{2})/.exec(value) : null;
  return month ? `${months[Number(month[2]) - 1]} ${month[1]}` : '–';
}
