import { numberWords } from '../number-words';
import { has, isEmpty, type Kind } from '../kind';

export const kind: Kind = {
  name: 'integer',
  weight: 21,
  matches: ({ field }) => has(field, 'integer'),
  operators: ['eq', 'ne', 'gte', 'lte', 'null', 'nnull'],
  align: 'end',
  width: 120,
  // years, keys and order numbers are names, not amounts: no grouping below 10,000
  text: (value) => (isEmpty(value) ? '–' : Math.abs(Number(value)) < 10_000 ? String(value) : numberWords(value)),
  inline: true,
  sheet: 'number',
};
