import { asksFor, has, isEmpty, type FieldAt, type Kind } from '../../kind';
import { durationText, readDuration, type DurationUnit } from './duration';

declare module '../../../schemas/kit/field-ui' {
  interface Widgets {
    readonly duration: true;
  }
  interface FieldUi {
    /** Of a duration: what its number counts; 'minutes' without it. */
    readonly unit?: 'minutes' | 'seconds';
  }
}

export const unitOf = ({ resource, name }: FieldAt): DurationUnit => resource.ui?.[name]?.unit ?? 'minutes';

/** A number of minutes or seconds, read and typed as '1 h 30 min'. */
export const kind: Kind = {
  name: 'duration',
  weight: 60,
  widget: 'duration',
  uiKeys: ['unit'],
  matches: asksFor('duration'),
  misuse: (at) => {
    if (!has(at.field, 'integer')) return "a duration counts whole minutes or seconds; write type: 'integer'";
    return ['minutes', 'seconds'].includes(unitOf(at))
      ? undefined
      : `'${unitOf(at)}' is not a unit; write unit: 'minutes' or 'seconds'`;
  },
  operators: ['gte', 'lte', 'eq', 'ne', 'null', 'nnull'],
  align: 'end',
  width: 120,
  text: (value, at) => (isEmpty(value) || !Number.isFinite(Number(value)) ? '–' : durationText(Number(value), unitOf(at))),
  inline: true,
  sheet: 'number',
  wrong: (value) => (typeof value === 'number' && value < 0 ? 'must not be negative' : undefined),
  fromCell: (text, at) => {
    const value = readDuration(text, unitOf(at));
    return value === undefined ? { wrong: "is not a duration such as '1 h 30 min'" } : { value };
  },
};
