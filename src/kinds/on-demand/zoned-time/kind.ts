import { asksFor, has, isEmpty, type Kind } from '../../kind';
import { clockParts, readClock, storedClock } from '../time/clock';

declare module '../../../schemas/kit/field-ui' {
  interface Widgets {
    readonly 'zoned-time': true;
  }
}

/** A time of day with the time zone that it is meant in, '14:30 Asia/Kolkata'. */
export const kind: Kind = {
  name: 'zoned-time',
  weight: 60,
  widget: 'zoned-time',
  matches: asksFor('zoned-time'),
  misuse: ({ field }) =>
    has(field, 'string') && !field.format && (field.maxLength ?? 60) >= 60
      ? undefined
      : "a time with its zone is a text; write type: 'string', maxLength: 60",
  operators: ['contains', 'startswith', 'eq', 'null', 'nnull'],
  width: 190,
  text: (value) => (isEmpty(value) ? '–' : String(value)),
  inline: true,
  stored: storedClock,
  wrong: (value) => {
    const { clock, zone } = clockParts(value);
    return clock && zone && isZone(zone) ? undefined : "must be a time with its zone, such as '14:30 Asia/Kolkata'";
  },
  fromCell: (text, at) => {
    const value = readClock(text);
    return value === undefined || kind.wrong?.(value, at)
      ? { wrong: "is not a time with its zone, such as '14:30 Asia/Kolkata'" }
      : { value };
  },
};

function isZone(name: string): boolean {
  try {
    return !/^[+-]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}
