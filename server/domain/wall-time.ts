/** Times as clocks on the wall show them, and the instants they stand for: zones change their clocks twice a year. */
export interface WallTime {
  /** 'YYYY-MM-DD' */
  readonly date: string;
  /** Of that day, from 0 to below 1440. */
  readonly minutes: number;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  clocks.set(zone, made);
  return made;
}

/** What a clock in the zone shows at this instant, in whole minutes. */
export function wallTimeOf(instant: Date, zone: string): WallTime {
  const part = Object.fromEntries(
    clockOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute } = part;
  return { date: `${year}-${month}-${day}`, minutes: Number(hour) * 60 + Number(minute) };
}

/**
 * The instant at which a clock in the zone shows this time: the first of two where the clock goes back. A time that is skipped is
 * as much later as the clock goes forward.
 */
export function instantOf({ date, minutes }: WallTime, zone: string): Date {
  const wanted = Date.parse(`${date}T00:00:00Z`) + minutes * 60_000;
  const before = aheadOf(new Date(wanted - day), zone);
  const after = aheadOf(new Date(wanted + day), zone);
  const tries = [...new Set([wanted - before, wanted - after])].toSorted((a, b) => a - b);
  const shows = tries.find((at) => aheadOf(new Date(at), zone) === wanted - at);
  return new Date(shows ?? wanted - before);
}

const day = 86_400_000;

/** Milliseconds by which the zone is ahead of UTC. */
function aheadOf(instant: Date, zone: string): number {
  const { date, minutes } = wallTimeOf(instant, zone);
  return Date.parse(`${date}T00:00:00Z`) + minutes * 60_000 - Math.floor(instant.getTime() / 60_000) * 60_000;
}

const texts = new Map<string, Intl.DateTimeFormat>();
/** 'YYYY-MM-DD HH:MM' on the wall; for each row of a file, so its format is one that needs no parts. */
export function wallText(value: string, zone: string): string {
  const text = texts.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  texts.set(zone, text);
  return text.format(new Date(value));
}
