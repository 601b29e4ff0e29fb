import { isEmpty, type Kind } from '../kind';

export const kind: Kind = {
  name: 'color',
  weight: 45,
  matches: ({ resource, name, path }) => path === name && resource.ui?.[name]?.widget === 'color',
  operators: ['empty'],
  width: 100,
  text: (value) => (isEmpty(value) ? '–' : String(value)),
};
