import { has, isEmpty, type CellValue, type Kind } from '../kind';

declare module '../../schemas/kit/field-ui' {
  interface Widgets {
    readonly switch: true;
  }
}

/** Yes or no: boolean, or 0 and 1. With labels of its own it is a choice. */
export const kind: Kind = {
  name: 'switch',
  weight: 60,
  widget: 'switch',
  matches: ({ resource, name, path, field }) => {
    if (path === name && resource.ui?.[name]?.labels) return false;
    return has(field, 'boolean') || (field.enum?.length === 2 && field.enum.includes(0) && field.enum.includes(1));
  },
  operators: ['eq'],
  width: 120,
  text: (value, at) => {
    if (isEmpty(value)) return '–';
    const on = value === true || Number(value) === 1;
    return at.name === 'status' ? (on ? 'Active' : 'Inactive') : on ? 'Yes' : 'No';
  },
  inline: true,
  fromFilter: (value) => (value === 'true' ? 1 : value === 'false' ? 0 : value),
  fromCell: (text, { field }) => (field.type === undefined || has(field, 'boolean') ? undefined : onOrOff(text)),
};

/** Reads the texts of the list, such as 'Active' and 'Yes', or the stored 1 and 0. */
function onOrOff(text: string): CellValue {
  if (/^(1|yes|y|true|on|active)$/i.test(text)) return { value: 1 };
  if (/^(0|no|n|false|off|inactive)$/i.test(text)) return { value: 0 };
  return { wrong: 'is neither Active nor Inactive' };
}
