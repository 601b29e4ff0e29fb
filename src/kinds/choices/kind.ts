import { choiceText } from '../choice-text';
import { has, isEmpty, type Kind } from '../kind';

/** Several values of a closed set. */
export const kind: Kind = {
  name: 'choices',
  weight: 51,
  matches: ({ field }) => has(field, 'array') && Array.isArray(field.items?.enum),
  operators: ['eq', 'null', 'nnull'],
  width: 200,
  text: (value, at) => (isEmpty(value) || !Array.isArray(value) ? '–' : value.map((one) => choiceText(one, at)).join(', ')),
  fromFilter: (value) => [value],
};
