import { isEmpty, type Kind } from '../../kind';

/** A language code as message providers write it: 'en', 'hi', 'en_US'. */
export const kind: Kind = {
  name: 'language',
  weight: 46,
  matches: ({ field, name, path }) => path === name && name === 'language' && field.maxLength === 10 && !field.enum,
  operators: ['eq', 'ne', 'startswith', 'null', 'nnull'],
  text: (value) => (isEmpty(value) ? '–' : String(value)),
};
