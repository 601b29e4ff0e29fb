import { asksFor, has, isEmpty, type FieldAt, type Kind } from '../../kind';

declare module '../../../schemas/kit/field-ui' {
  interface Widgets {
    readonly rating: true;
  }
}

/** As many as the field's maximum says; five without one. */
export const starsOf = ({ field }: FieldAt): number => field.maximum ?? 5;

/** A number of stars. */
export const kind: Kind = {
  name: 'rating',
  weight: 60,
  widget: 'rating',
  matches: asksFor('rating'),
  misuse: ({ field }) => {
    if (!has(field, 'integer')) return "a rating counts stars; write type: 'integer'";
    const { minimum = 1, maximum = 5 } = field;
    return minimum >= 0 && maximum >= 2 && maximum <= 10 ? undefined : 'a rating has 2 to 10 stars; write minimum: 1, maximum: 5';
  },
  operators: ['gte', 'lte', 'eq', 'ne', 'null', 'nnull'],
  width: 120,
  text: (value, at) => (isEmpty(value) ? '–' : `${String(value)} of ${starsOf(at)}`),
  inline: true,
  sheet: 'number',
  wrong: (value, at) =>
    typeof value === 'number' && (value < (at.field.minimum ?? 1) || value > starsOf(at))
      ? `must be between ${at.field.minimum ?? 1} and ${starsOf(at)}`
      : undefined,
  fromCell: (text, at) => {
    const [, count, of] = /^(\d{1,2})\s*(?:(?:\/|of)\s*(\d{1,2})|stars?)?$/i.exec(text.trim()) ?? [];
    const stars = /^★+☆*$/.test(text.trim()) ? [...text.trim()].filter((one) => one === '★').length : Number(count);
    const fits = Number.isInteger(stars) && (of === undefined || Number(of) === starsOf(at));
    return fits ? { value: stars } : { wrong: `is not a number of stars from 1 to ${starsOf(at)}` };
  },
};
