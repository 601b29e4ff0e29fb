import { tenantZone } from './clock';
import { serverNow } from './server-clock';

interface When {
  readonly now?: Date;
  readonly zone?: string;
}
interface Short extends When {
  /** Shows the time of every moment, however far away. */
  readonly hour?: boolean;
}

/** 'Today 14:05', 'Yesterday 09:30', 'Tomorrow 11:00', '12 Mar', and '12 Mar 2025' of another year; '–' without a date. */
export function shortTime(
  value: unknown,
  { now = new Date(serverNow()), zone = tenantZone(), hour = false }: Short = {},
): string {
  const at = toDate(value);
  if (!at) return '–';
  const here = parts(at, zone);
  const today = parts(now, zone);
  const days = dayNumber(here) - dayNumber(today);
  const clock = `${here.hour}:${here.minute}`;
  if (days === 0) return `Today ${clock}`;
  if (days === -1) return `Yesterday ${clock}`;
  if (days === 1) return `Tomorrow ${clock}`;
  return hour || (days > 0 && days < 60) ? `${dayMonth(here, today)} ${clock}` : dayMonth(here, today);
}

/** '12 Mar 2026, 14:05', for tooltips and details. */
export function fullTime(value: unknown, { zone = tenantZone() }: When = {}): string {
  const at = toDate(value);
  if (!at) return '–';
  const p = parts(at, zone);
  return `${Number(p.day)} ${months[Number(p.month) - 1]} ${p.year}, ${p.hour}:${p.minute}`;
}

/** 'Mar 12, 2026 2:05 PM' ('MMM DD, YYYY h:mm A'); '–' without a date. */
export function longTime(value: unknown, { zone = tenantZone() }: When = {}): string {
  const at = toDate(value);
  if (!at) return '–';
  const p = parts(at, zone);
  const hour = Number(p.hour);
  return `${months[Number(p.month) - 1]} ${p.day}, ${p.year} ${hour % 12 || 12}:${p.minute} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** A plain date 'YYYY-MM-DD' as '12 Mar 2026'; it has no time zone and never shifts. */
export function plainDate(value: unknown): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(String(value ?? ''));
  return match ? `${Number(match[3])} ${months[Number(match[2]) - 1]} ${match[1]}` : '–';
}

/** '5 min', '2 h', '3 d' since that time; undefined if it is in the future. */
export function overdueBy(value: unknown, { now = new Date(serverNow()) }: When = {}): string | undefined {
  const at = toDate(value);
  const minutes = at ? Math.floor((now.getTime() - at.getTime()) / 60_000) : -1;
  if (minutes < 1) return undefined;
  if (minutes < 60) return `${minutes} min`;
  return minutes < 60 * 24 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60 / 24)} d`;
}

/** 'YYYY-MM-DD' of that moment in the time zone. */
export function dayOf(value: Date, zone = tenantZone()): string {
  const p = parts(value, zone);
  return `${p.year}-${p.month}-${p.day}`;
}

/** The moment (ISO, Z) of a local time 'YYYY-MM-DD' 'HH:mm' in the time zone. */
export function momentOf(day: string, clock: string, zone = tenantZone()): string {
  const naive = Date.parse(`${day}T${clock.length === 5 ? `${clock}:00` : clock}Z`);
  if (Number.isNaN(naive)) return '';
  const first = naive - offsetAt(naive, zone);
  return new Date(naive - offsetAt(first, zone)).toISOString(); // twice, so that the hour of a clock change is correct
}

/** 'YYYY-MM-DDTHH:mm' in the time zone, for a datetime-local input. */
export function localInput(value: unknown, zone = tenantZone()): string {
  const at = toDate(value);
  if (!at) return '';
  const p = parts(at, zone);
  return `${p.year}-${p.month}-${p.day}T${p.hour}:${p.minute}`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const noParts = { year: '', month: '', day: '', hour: '', minute: '', second: '' };
type Parts = typeof noParts;
const isPart = (name: string): name is keyof Parts => Object.hasOwn(noParts, name);
const formats = new Map<string, Intl.DateTimeFormat>();

function parts(at: Date, zone: string): Parts {
  if (zone === 'Asia/Kolkata' && at.getTime() >= indiaSince) return indianParts(at);
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(zone, format);
  }
  const found = { ...noParts };
  for (const { type, value } of format.formatToParts(at)) if (isPart(type)) found[type] = value;
  return found;
}
/**
 * India has had one offset since October 1945; computing it by hand saves the first list from waiting for the browser's time zone
 * data.
 */
const indiaSince = Date.UTC(1945, 9, 15);
function indianParts(at: Date): Parts {
  const [year, month, day, hour, minute, second] = new Date(at.getTime() + 330 * 60_000).toISOString().split(/[-T:.]/);
  return { year: year!, month: month!, day: day!, hour: hour!, minute: minute!, second: second! };
}
const dayNumber = (p: Parts): number => Date.UTC(Number(p.year), Number(p.month) - 1, Number(p.day)) / 86_400_000;
function dayMonth(p: Parts, today: Parts): string {
  const text = `${Number(p.day)} ${months[Number(p.month) - 1]}`;
  return p.year === today.year ? text : `${text} ${p.year}`;
}
function offsetAt(time: number, zone: string): number {
  const p = parts(new Date(time), zone);
  const local = Date.UTC(+p.year, +p.month - 1, +p.day, +p.hour, +p.minute, +p.second);
  return local - Math.floor(time / 1000) * 1000;
}
function toDate(value: unknown): Date | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  const at = value instanceof Date ? value : new Date(typeof value === 'number' ? value : String(value));
  return Number.isNaN(at.getTime()) ? undefined : at;
}
