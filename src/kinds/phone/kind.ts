import { has, isEmpty, type Kind } from '../kind';

declare module '../../schemas/kit/field-ui' {
  interface Widgets {
    readonly phone: true;
  }
}

export const kind: Kind = {
  name: 'phone',
  weight: 43,
  widget: 'phone',
  matches: ({ resource, name, path, field }) =>
    has(field, 'string') &&
    (/(^|[._])(phone|whatsapp_number|mobile)$/.test(path) || (path === name && resource.ui?.[name]?.widget === 'phone')),
  operators: ['contains', 'startswith', 'eq', 'null', 'nnull'],
  width: 130,
  text: (value) => (isEmpty(value) ? '–' : String(value)),
  inline: true,
};
