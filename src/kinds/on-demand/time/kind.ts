import { asksFor, has, isEmpty, type Kind } from '../../kind';
import { clockParts, readClock, storedClock } from './clock';

declare module '../../../schemas/kit/field-ui' {
  interface Widgets {
    readonly time: true;
  }
}

/** A time of day, '14:30'. */
export const kind: Kind = {
  name: 'time',
  weight: 60,
  widget: 'time',
  matches: asksFor('time'),
  misuse: ({ field }) =>
    has(field, 'string') && !field.format ? undefined : "a time of day is a text; write type: 'string' without a format",
  operators: ['gte', 'lte', 'eq', 'null', 'nnull'],
  width: 110,
  text: (value) => (isEmpty(value) ? '–' : String(value)),
  inline: true,
  stored: storedClock,
  wrong: (value) => {
    const { clock, zone } = clockParts(value);
    return clock && !zone ? undefined : "must be a time such as '14:30'";
  },
  fromCell: (text) => {
    const value = readClock(text);
    return value === undefined || value.includes(' ') ? { wrong: "is not a time such as '14:30'" } : { value };
  },
};
