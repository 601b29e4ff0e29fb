import { has, isEmpty, type Kind } from '../kind';

/** A moment, ISO 8601 with Z; the browser shows it in the tenant's zone. */
export const kind: Kind = {
  name: 'datetime',
  weight: 42,
  matches: ({ field }) => has(field, 'string') && field.format === 'date-time',
  operators: ['between', 'gte', 'lte', 'null', 'nnull'],
  width: 152,
  text: (value) => (isEmpty(value) ? '–' : String(value)),
  sheet: 'moment',
};
