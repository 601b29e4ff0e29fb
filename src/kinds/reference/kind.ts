import { has, isEmpty, type Kind } from '../kind';
import { targetOf } from '../kind-target';

/** The id of another resource's record. */
export const kind: Kind = {
  name: 'reference',
  weight: 70,
  matches: (at) => !has(at.field, 'array') && targetOf(at) !== undefined,
  operators: ['eq', 'ne', 'null', 'nnull'],
  text: (value, _at, label) => (isEmpty(value) ? '–' : typeof label === 'string' ? label : String(value)),
  inline: true,
  looksAround: true,
  refers: 'one',
};
