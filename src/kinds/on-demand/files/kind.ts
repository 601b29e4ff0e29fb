import { fileName } from '../../file/kind';
import { has, isEmpty, type Kind } from '../../kind';

/** URLs of several stored files. */
export const kind: Kind = {
  name: 'files',
  weight: 81,
  matches: ({ resource, name, path, field }) => path === name && has(field, 'array') && (resource.files?.includes(name) ?? false),
  operators: ['null', 'nnull'],
  text: (value) =>
    isEmpty(value)
      ? '–'
      : [value]
          .flat()
          .map((one) => fileName(String(one)))
          .join(', '),
  pageOnly: true,
  wide: true,
};
