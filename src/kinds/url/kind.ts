import { has, isEmpty, type Kind } from '../kind';

export const kind: Kind = {
  name: 'url',
  weight: 43,
  matches: ({ field }) => has(field, 'string') && field.format === 'uri',
  operators: ['contains', 'startswith', 'null', 'nnull'],
  text: (value) =>
    isEmpty(value)
      ? '–'
      : String(value)
          .replace(/^https?:\/\//, '')
          .replace(/\/$/, ''),
};
