import { has, isEmpty, type Kind } from '../kind';

declare module '../../schemas/kit/field-ui' {
  interface Widgets {
    readonly textarea: true;
  }
}

/** Text of several lines: selected by the schema, or because it is too long for one line. */
export const kind: Kind = {
  name: 'textarea',
  weight: 40,
  widget: 'textarea',
  matches: ({ resource, name, path, field }) =>
    has(field, 'string') &&
    ((path === name && resource.ui?.[name]?.widget === 'textarea') || (field.maxLength ?? 0) > 300) &&
    !field.format,
  operators: ['contains', 'startswith', 'null', 'nnull'],
  text: (value) => (isEmpty(value) ? '–' : String(value)),
  wide: true,
};
