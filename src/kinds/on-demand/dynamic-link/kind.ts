import { linkedTo, linkOf } from '../../../schemas/kit/links';
import { isEmpty, type Kind } from '../../kind';

/** The key of a record, whose resource another field of the record chooses: `options` with `by` and `of` (kit/links.ts). */
export const kind: Kind = {
  name: 'dynamic-link',
  weight: 74,
  matches: ({ resource, name, path }) => path === name && linkOf(resource, name) !== undefined,
  operators: ['eq', 'ne', 'null', 'nnull'],
  text: (value, _at, label) => (isEmpty(value) ? '–' : typeof label === 'string' ? label : String(value)),
  inline: true,
  looksAround: true,
  refers: 'one',
  leadsTo: ({ resource, name }, record) => {
    const link = linkOf(resource, name);
    return link && linkedTo(link, record);
  },
};
