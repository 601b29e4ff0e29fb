import { has, isEmpty, type Kind } from '../kind';

/** The address of a stored file; the picture itself, when it is one. */
export const kind: Kind = {
  name: 'file',
  weight: 80,
  matches: ({ resource, name, field }) =>
    (resource.files?.includes(name) ?? false) || (has(field, 'string') && field.format === 'uri-reference'),
  operators: ['empty'],
  width: 100,
  text: (value) => (isEmpty(value) ? '–' : String(value).split('/').at(-1)!.split('?')[0]!),
};
