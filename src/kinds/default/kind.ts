import { isEmpty, type Kind } from '../kind';

declare module '../../schemas/kit/field-ui' {
  interface Widgets {
    readonly default: true;
  }
}

/** The default value of a described field; its type is the record's own `type` (custom fields). */
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
