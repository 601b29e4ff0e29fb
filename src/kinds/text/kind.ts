import { has, isEmpty, type Kind } from '../kind';

export const kind: Kind = {
  name: 'text',
  weight: 10,
  matches: ({ field }) => has(field, 'string'),
  operators: ['has', 'starts', 'is', 'not', 'empty'],
  text: (value) => (isEmpty(value) ? '–' : String(value)),
  inline: true,
};
