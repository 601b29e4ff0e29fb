import { choiceText } from '../choice-text';
import type { Kind } from '../kind';

export const kind: Kind = {
  name: 'choice',
  weight: 50,
  matches: ({ field }) => Array.isArray(field.enum),
  operators: ['eq', 'ne', 'null', 'nnull'],
  width: 150,
  text: (value, at) => choiceText(value, at),
  inline: true,
};
