import { isEmpty, words, type Kind } from '../kind';

/** Named values that belong together. */
export const kind: Kind = {
  name: 'object',
  weight: 32,
  matches: ({ field }) => field.properties !== undefined,
  operators: [],
  text: (value, { field }) => {
    if (isEmpty(value) || typeof value !== 'object') return '–';
    const filled = Object.entries(value as Record<string, unknown>).filter(([, inner]) => !isEmpty(inner));
    return filled.map(([name, inner]) => `${field.properties?.[name]?.title ?? words(name)}: ${words(inner)}`).join(', ') || '–';
  },
};
