import { defineResource } from '../../src/schemas/kit/resource';

/** A catalogue with kinds that the server fills or checks against other rows (servers-kinds.test.ts). */
export const places = defineResource({
  name: 'places',
  label: 'Place',
  menu: { group: 'Setting', under: 'Configuration', tab: 'Places', path: '/config/places' },
  access: { code: 'Setting_Configuration' },
  fields: {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 80 },
      number: { type: 'string', maxLength: 40 },
      above_id: { type: 'string', title: 'Above', maxLength: 40 },
      about: { type: 'string', maxLength: 5000 },
      rows: { type: 'array', items: { type: 'object', additionalProperties: false, properties: { any: {} } } },
    },
  },
  readOnly: ['number'],
  refs: { above_id: 'places' },
  unique: ['name', 'number'],
  columns: ['name', 'number', 'above_id'],
  filter: ['number'],
  order: 'name',
  ui: {
    number: { widget: 'series', series: 'P-.YYYY.-###' },
    above_id: { widget: 'parent' },
    about: { widget: 'rich-text' },
  },
});
