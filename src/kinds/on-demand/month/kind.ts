import { isEmpty, type Kind } from '../../kind';

/** A month as '2026-04'. */
export const kind: Kind = {
  name: 'month',
  weight: 46,
  matches: ({ field }) => field.pattern?.endsWith('-(0[1-9]|1[0-2])$') === true && field.maxLength === 7,
  operators: ['eq', 'ne', 'startswith', 'null', 'nnull'],
  text: (value) => (isEmpty(value) ? '–' : String(value)),
};
