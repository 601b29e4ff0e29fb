/** A length of time in seconds as '7 h 05 min' or '12 min', as people say how long they worked. */
export function hoursText(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** Minutes after midnight as '09:35'; '–' without a time. */
export function clockText(minutes: number | null): string {
  if (minutes === null) return '–';
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
}
