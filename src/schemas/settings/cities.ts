import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

export const cities = defineResource({
  name: 'cities',
  label: 'City',
  plural: 'Cities',
  menu: { group: 'Setting', under: 'Configuration', tab: 'Cities', path: '/config/cities' },
  access: { code: 'Setting_Configuration', list: 'look-up' },
  fields: {
    type: 'object',
    required: ['name', 'state_id'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 80 },
      state_id: { type: 'integer', title: 'State' },
      tier: { type: 'integer', enum: [1, 2, 3] },
      status,
    },
  },
  refs: { state_id: 'states' },
  key: { name: 'id', type: 'integer' },
  unique: [['name', 'state_id']],
  columns: ['name', 'state_id', 'tier', 'status'],
  filter: ['state_id', 'tier', 'status'],
  sort: ['name', 'tier'],
  order: 'name',
  search: ['name'],
  wholeList: true,
  ui: { status: { widget: 'switch' } },
  wire: {
    list: 'GET get/city?state_id,name,page_number,limit',
    read: 'GET get/city/by/id/{id}',
    create: 'POST city/create',
    update: 'PUT city/update/{id}',
    status: 'PUT city/status/update/{id}',
    delete: 'DELETE delete/city/by/id/{id}',
  },
  examples: [{ name: 'Pune', state_id: 14, tier: 1 }],
});

export type City = Row<typeof cities>;
