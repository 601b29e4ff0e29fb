import { has, isEmpty, type Kind } from '../kind';

/** Text of several lines: said by the schema, or too long for one line. */
export const kind: Kind = {
  name: 'textarea',
  weight: 40,
  matches: ({ resource, name, path, field }) =>
    has(field, 'string') &&
    ((path === name && resource.ui?.[name]?.widget === 'textarea') || (field.maxLength ?? 0) > 300) &&
    !field.format,
  operators: ['has', 'starts', 'empty'],
  text: (value) => (isEmpty(value) ? '–' : String(value)),
  wide: true,
};
