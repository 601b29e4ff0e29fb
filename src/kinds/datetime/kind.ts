import { has, isEmpty, type Kind } from '../kind';

/** A point in time, ISO 8601 with Z; shown in the tenant's time zone. */
export const kind: Kind = {
  name: 'datetime',
  weight: 42,
  matches: ({ field }) => has(field, 'string') && field.format === 'date-time',
  operators: ['between', 'gte', 'lte', 'null', 'nnull'],
  width: 152,
  text: (value) => (isEmpty(value) ? '–' : String(value)),
  sheet: 'moment',
};
