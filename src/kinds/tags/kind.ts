import { has, isEmpty, type Kind } from '../kind';

/** A list of short texts. */
export const kind: Kind = {
  name: 'tags',
  weight: 30,
  matches: ({ field }) => has(field, 'array') && !!field.items && (has(field.items, 'string') || has(field.items, 'integer')),
  operators: ['eq', 'null', 'nnull'],
  width: 220,
  text: (value) => (isEmpty(value) ? '–' : [value].flat().map(String).join(', ')),
  inline: true,
  fromFilter: (value) => [value],
};
