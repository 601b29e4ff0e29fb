import { isEmpty, type Kind } from '../kind';

/** Any value that no other kind matches, as it is. */
export const kind: Kind = {
  name: 'json',
  weight: 0,
  matches: () => true,
  operators: ['null', 'nnull'],
  text: (value) => (isEmpty(value) ? '–' : typeof value === 'string' ? value : JSON.stringify(value)),
  pageOnly: true,
  fillable: ({ field }) => field.type !== 'object',
};
