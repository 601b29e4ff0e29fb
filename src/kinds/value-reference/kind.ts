import { textOptions } from '../text-options';
import { isEmpty, type Kind } from '../kind';

/** Options from another resource's records; the text itself is stored. */
export const kind: Kind = {
  name: 'value-reference',
  weight: 72,
  matches: ({ resource, name, path }) => path === name && textOptions(resource, name) !== undefined,
  operators: ['eq', 'ne', 'null', 'nnull'],
  text: (value) => (isEmpty(value) ? '–' : String(value)),
  inline: true,
  looksAround: true,
};
