import { has, isEmpty, type Kind } from '../kind';
import { targetOf } from '../kind-target';

/** Ids of several records. */
export const kind: Kind = {
  name: 'references',
  weight: 71,
  matches: (at) => has(at.field, 'array') && targetOf(at) !== undefined,
  operators: ['eq', 'null', 'nnull'],
  width: 230,
  text: (value, _at, label) => (isEmpty(value) ? '–' : [Array.isArray(label) ? label : value].flat().map(String).join(', ')),
  looksAround: true,
  refers: 'several',
  fromFilter: (value) => [value],
};
