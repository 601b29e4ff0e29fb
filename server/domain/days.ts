/** Days of a tenant's zone (D-055): where they begin and end as instants, and arithmetic on their names 'YYYY-MM-DD'. */
export interface DayBounds {
  readonly date: string;
  /** First instant of the day. */
  readonly from: Date;
  /** First instant of the next day. */
  readonly to: Date;
}

const formats = new Map<string, Intl.DateTimeFormat>();
function format(zone: string): Intl.DateTimeFormat {
  const known =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      hourCycle: 'h23',
    });
  formats.set(zone, known);
  return known;
}
function parts(instant: Date, zone: string): Record<string, string> {
  return Object.fromEntries(
    format(zone)
      .formatToParts(instant)
      .map((part) => [part.type, part.value]),
  );
}

/** The day on which the instant falls in that zone. */
export function dayOf(instant: Date, zone: string): string {
  const { year, month, day } = parts(instant, zone);
  return `${year}-${month}-${day}`;
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
  const naive = Date.parse(`${date}T${clock}:00Z`);
  const first = new Date(naive - (localTime(new Date(naive), zone) - naive));
  return new Date(naive - (localTime(first, zone) - first.getTime())); // twice, so that the hour of a clock change is right
}
/** The wall clock of that instant in the zone, as if it were UTC. */
function localTime(instant: Date, zone: string): number {
  const { year, month, day, hour } = parts(instant, zone);
  const minute = new Intl.DateTimeFormat('en-GB', { timeZone: zone, minute: '2-digit' }).format(instant);
  const second = instant.getTime() % 60_000;
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute)) + second;
}
