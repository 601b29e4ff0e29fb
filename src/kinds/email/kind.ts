import { has, isEmpty, type Kind } from '../kind';

export const kind: Kind = {
  name: 'email',
  weight: 43,
  matches: ({ field }) => has(field, 'string') && field.format === 'email',
  operators: ['contains', 'startswith', 'eq', 'ne', 'null', 'nnull'],
  text: (value) => (isEmpty(value) ? '–' : String(value)),
  inline: true,
};
