import { isEmpty, type Kind } from '../kind';

declare module '../../schemas/kit/field-ui' {
  interface Widgets {
    readonly default: true;
  }
}

/** The value that a described field begins with: of the type that the record's own `type` says (custom fields). */
export const kind: Kind = {
  name: 'default',
  weight: 95,
  widget: 'default',
  matches: ({ resource, name, path }) => path === name && resource.ui?.[name]?.widget === 'default',
  operators: ['null', 'nnull'],
  text: (value) =>
    isEmpty(value)
      ? '–'
      : typeof value === 'boolean'
        ? value
          ? 'Yes'
          : 'No'
        : Array.isArray(value)
          ? value.join(', ')
          : typeof value === 'object'
            ? JSON.stringify(value)
            : String(value),
  looksAround: true,
};
