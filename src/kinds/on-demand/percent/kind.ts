import { numberWords } from '../../number-words';
import { asksFor, has, isEmpty, type Kind } from '../../kind';
import { plainNumber } from '../../plain-number';

declare module '../../../schemas/kit/field-ui' {
  interface Widgets {
    readonly percent: true;
  }
}

/** 12.5 for 12.5 %. */
export const kind: Kind = {
  name: 'percent',
  weight: 60,
  widget: 'percent',
  matches: asksFor('percent'),
  misuse: ({ field }) =>
    has(field, 'number') || has(field, 'integer') ? undefined : "a percentage is a number; write type: 'number'",
  operators: ['gte', 'lte', 'eq', 'ne', 'null', 'nnull'],
  align: 'end',
  width: 110,
  text: (value) => (isEmpty(value) ? '–' : `${numberWords(value)} %`),
  inline: true,
  sheet: 'number',
  fromCell: (text) => {
    const value = plainNumber(text.trim().replace(/\s*%$/, ''));
    return value === undefined ? { wrong: 'is not a percentage such as 12.5 %' } : { value };
  },
};
