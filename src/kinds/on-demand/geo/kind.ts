import { asksFor, has, isEmpty, type Kind } from '../../kind';
import { pointOf } from './point';

declare module '../../../schemas/kit/field-ui' {
  interface Widgets {
    readonly geo: true;
  }
}

/** A place on the map as '18.52, 73.86': latitude, longitude. */
export const kind: Kind = {
  name: 'geo',
  weight: 60,
  widget: 'geo',
  matches: asksFor('geo'),
  misuse: ({ field }) =>
    has(field, 'string') && !field.format && (field.maxLength ?? 40) >= 40
      ? undefined
      : "a place is a text such as '18.52, 73.86'; write type: 'string', maxLength: 40",
  operators: ['nnull', 'null', 'eq'],
  width: 170,
  text: (value) => (isEmpty(value) ? '–' : String(value)),
  inline: true,
  wrong: (value) => (pointOf(value)?.text === value ? undefined : "must be latitude and longitude, such as '18.52, 73.86'"),
  fromCell: (text) => {
    const point = pointOf(text);
    return point ? { value: point.text } : { wrong: "is not latitude and longitude, such as '18.52, 73.86'" };
  },
};
