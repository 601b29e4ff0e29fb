import { isEmpty, type Kind } from '../kind';
import { recordIn } from '../../schemas/kit/is-record';

/** A small table inside a record. */
export const kind: Kind = {
  name: 'list',
  weight: 31,
  matches: ({ field }) => field.items?.properties !== undefined,
  operators: ['null', 'nnull'],
  width: 200,
  text: (value, { field }) => {
    if (isEmpty(value) || !Array.isArray(value)) return '–';
    const first = Object.keys(field.items?.properties ?? {})[0] ?? '';
    return value.map((row) => String(recordIn(row)[first] ?? '')).join(', ');
  },
  pageOnly: true,
  wide: true,
  looksAround: true,
};
