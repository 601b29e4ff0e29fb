import { has, isEmpty, type Kind } from '../kind';

/** Yes or no: boolean, or 0 and 1. With labels of its own it is a choice. */
export const kind: Kind = {
  name: 'switch',
  weight: 60,
  matches: ({ resource, name, path, field }) => {
    if (path === name && resource.ui?.[name]?.labels) return false;
    return has(field, 'boolean') || (field.enum?.length === 2 && field.enum.includes(0) && field.enum.includes(1));
  },
  operators: ['is'],
  width: 120,
  text: (value, at) => {
    if (isEmpty(value)) return '–';
    const on = value === true || Number(value) === 1;
    return at.name === 'status' ? (on ? 'Active' : 'Inactive') : on ? 'Yes' : 'No';
  },
};
