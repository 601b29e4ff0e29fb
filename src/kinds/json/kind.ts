import { isEmpty, type Kind } from '../kind';
import { notJsonText } from '../not-json';

/** Any value that no other kind matches, as it is. */
export const kind: Kind = {
  name: 'json',
  weight: 0,
  matches: () => true,
  operators: ['null', 'nnull'],
  text: (value) => (isEmpty(value) ? '–' : typeof value === 'string' ? value : JSON.stringify(value)),
  pageOnly: true,
  fillable: ({ field }) => field.type !== 'object',
  wrong: (value) => (notJsonText(value) === undefined ? undefined : notValid),
  toCell: (value) => JSON.stringify(value),
  fromCell: (text) => {
    try {
      return { value: JSON.parse(text) };
    } catch {
      return { wrong: notValid };
    }
  },
};
const notValid = 'is not valid JSON';
