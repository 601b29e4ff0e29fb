import { numberWords } from '../number-words';
import { has, type Kind } from '../kind';

export const kind: Kind = {
  name: 'number',
  weight: 20,
  matches: ({ field }) => has(field, 'number'),
  operators: ['eq', 'ne', 'gte', 'lte', 'null', 'nnull'],
  align: 'end',
  width: 120,
  text: numberWords,
  inline: true,
  sheet: 'number',
};
