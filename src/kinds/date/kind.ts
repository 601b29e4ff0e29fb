import { dayText } from '../day-text';
import { has, type Kind } from '../kind';

/** A date without a time zone, 'YYYY-MM-DD'. */
export const kind: Kind = {
  name: 'date',
  weight: 42,
  matches: ({ field }) => has(field, 'string') && field.format === 'date',
  operators: ['between', 'gte', 'lte', 'eq', 'null', 'nnull'],
  width: 120,
  text: dayText,
  inline: true,
  sheet: 'day',
};
