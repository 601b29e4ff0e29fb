import { has, isEmpty, type Kind } from '../kind';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day without a zone, 'YYYY-MM-DD'. */
export const kind: Kind = {
  name: 'date',
  weight: 42,
  matches: ({ field }) => has(field, 'string') && field.format === 'date',
  operators: ['within', 'from', 'to', 'is', 'empty'],
  width: 120,
  text: (value) => {
    const day = isEmpty(value) ? null : /^(\d{4})-(\d{2})-(\d{2})/.exec(String(value));
    return day ? `${Number(day[3])} ${months[Number(day[2]) - 1]} ${day[1]}` : '–';
  },
};
