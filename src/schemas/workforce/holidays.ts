import { defineResource, type Row } from '../kit/resource';

export const holidays = defineResource({
  name: 'holidays',
  label: 'Holiday',
  menu: { under: 'Employee configuration', tab: 'Holidays', path: '/employee/configuration/holidays' },
  access: { rule: 'role 1', list: 'signed-in', read: 'signed-in', route: 'signed-in' },
  fields: {
    type: 'object',
    required: ['name', 'date'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 80 },
      date: { type: 'string', format: 'date' },
      optional: { type: 'boolean', default: false },
    },
  },
  unique: ['date'],
  columns: ['name', 'date', 'optional'],
  filter: ['date', 'optional'],
  sort: ['date', 'name'],
  order: 'date',
  search: ['name'],
  examples: [{ name: 'Diwali', date: '2026-11-08' }],
});

export type Holiday = Row<typeof holidays>;
