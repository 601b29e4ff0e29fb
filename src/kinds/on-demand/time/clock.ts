import type { FieldAt } from '../../kind';

/** '14:30 Asia/Kolkata' in its two parts; without a clock for any other text. */
export function clockParts(value: unknown): { clock?: string; zone?: string } {
  const [, clock, zone] = /^((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)(?: (\S+))?$/.exec(String(value)) ?? [];
  return { ...(clock === undefined ? {} : { clock }), ...(zone === undefined ? {} : { zone }) };
}

/** '9:30', '9.30 am', '2 pm' and '14:30:00 Europe/London' in the stored form; undefined for any other text. */
export function readClock(text: string): string | undefined {
  const [, hour = '', minute = '00', second, half, zone] =
    /^(\d{1,2})(?:[:.](\d\d))?(?::(\d\d))?\s*([ap]\.?m\.?)?(?:\s+(\S+))?$/i.exec(text.trim()) ?? [];
  if (hour === '' || (half && (Number(hour) < 1 || Number(hour) > 12))) return undefined;
  const whole = half ? (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hour);
  const clock = [String(whole).padStart(2, '0'), minute, second].filter((part) => part !== undefined).join(':');
  const written = zone === undefined ? clock : `${clock} ${zone}`;
  return clockParts(written).clock === undefined ? undefined : written;
}

/** Without seconds where there are none: '09:30' for '09:30:00'. A field whose pattern asks for seconds has them. */
export function storedClock(value: unknown, { field: { pattern } }: FieldAt): unknown {
  const { clock, zone } = clockParts(value);
  if (clock === undefined) return value;
  const [hour, minute, second = '00'] = clock.split(':');
  const short = second === '00' ? `${hour}:${minute}` : clock;
  const ways = [short, `${hour}:${minute}:${second}`].map((way) => (zone === undefined ? way : `${way} ${zone}`));
  const isRight = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  return ways.find((way) => isRight?.test(way) !== false) ?? value;
}
