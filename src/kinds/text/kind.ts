import { has, isEmpty, type Kind } from '../kind';

export const kind: Kind = {
  name: 'text',
  weight: 10,
  matches: ({ field }) => has(field, 'string'),
  operators: ['contains', 'startswith', 'eq', 'ne', 'null', 'nnull'],
  text: (value) => (isEmpty(value) ? '–' : String(value)),
  inline: true,
};
