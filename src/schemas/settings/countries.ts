import { defineResource, type Row } from '../kit/resource';

export const countries = defineResource({
  name: 'countries',
  label: 'Country',
  plural: 'Countries',
  menu: { group: 'Setting', under: 'Configuration', tab: 'Countries', path: '/config/countries' },
  access: { rule: 'nobody', list: 'look-up', route: { code: 'Setting_Configuration' } },
  fields: {
    type: 'object',
    required: ['name', 'phonecode'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 80 },
      phonecode: { type: 'string', title: 'Phone code', minLength: 1, maxLength: 6 },
    },
  },
  key: { name: 'id', type: 'integer', from: 'client' },
  leadData: { whose: "nobody: it is the country's dialling code" },
  store: 'shared',
  columns: ['name', 'phonecode'],
  filter: ['phonecode'],
  sort: ['name'],
  order: 'name',
  search: ['name', 'phonecode'],
  wire: { list: 'GET getcountries', read: 'none', create: 'none', update: 'none', delete: 'none' },
  examples: [{ name: 'India', phonecode: '91' }],
});

export type Country = Row<typeof countries>;
