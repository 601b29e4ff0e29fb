import { isEmpty, type Kind } from '../kind';

declare module '../../schemas/kit/field-ui' {
  interface Widgets {
    readonly color: true;
  }
}

export const kind: Kind = {
  name: 'color',
  weight: 45,
  widget: 'color',
  matches: ({ resource, name, path }) => path === name && resource.ui?.[name]?.widget === 'color',
  operators: ['null', 'nnull'],
  width: 100,
  text: (value) => (isEmpty(value) ? '–' : String(value)),
};
