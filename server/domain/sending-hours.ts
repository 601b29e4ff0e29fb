import { addDays } from './days';
import { instantOf, wallTimeOf } from './wall-time';

/** The hours in which promotional messages leave, as 'HH:MM'; both the same: any hour (D-144). */
export interface SendingHours {
  readonly from: string;
  readonly to: string;
}

/** When messages to someone in this zone can leave; null: now. Hours can extend over midnight. */
export function opensAt({ from, to }: SendingHours, zone: string, now: Date): Date | null {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  if (start === end) return null;
  const { date, minutes: at } = wallTimeOf(now, zone);
  const isOpen = start < end ? at >= start && at < end : at >= start || at < end;
  if (isOpen) return null;
  const opens = instantOf({ date: at < start ? date : addDays(date, 1), minutes: start }, zone);
  // In an hour that the clock shows twice, the time to wait for is the second one.
  return opens > now ? opens : new Date(Math.floor(now.getTime() / 60_000) * 60_000 + (start - at) * 60_000);
}

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));

/** Zones of countries that have one, by calling code: where a recipient's number says what time it is there. */
const zones: Readonly<Record<string, string>> = {
  '91': 'Asia/Kolkata',
  '971': 'Asia/Dubai',
  '966': 'Asia/Riyadh',
  '974': 'Asia/Qatar',
  '968': 'Asia/Muscat',
  '965': 'Asia/Kuwait',
  '973': 'Asia/Bahrain',
  '977': 'Asia/Kathmandu',
  '975': 'Asia/Thimphu',
  '880': 'Asia/Dhaka',
  '94': 'Asia/Colombo',
  '92': 'Asia/Karachi',
  '93': 'Asia/Kabul',
  '95': 'Asia/Yangon',
  '65': 'Asia/Singapore',
  '60': 'Asia/Kuala_Lumpur',
  '44': 'Europe/London',
  '353': 'Europe/Dublin',
  '49': 'Europe/Berlin',
  '33': 'Europe/Paris',
  '254': 'Africa/Nairobi',
  '234': 'Africa/Lagos',
};

/** The zone of an E.164 number; null where its country has several zones or is not known. */
export function zoneOfNumber(phone: string | null): string | null {
  if (!phone?.startsWith('+')) return null;
  for (const length of [3, 2]) {
    const zone = zones[phone.slice(1, 1 + length)];
    if (zone) return zone;
  }
  return null;
}
