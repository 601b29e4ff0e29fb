import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

export const streams = defineResource({
  name: 'streams',
  label: 'Stream',
  menu: { group: 'Setting', under: 'Configuration', tab: 'Streams', path: '/config/streams' },
  access: { code: 'Setting_Configuration', list: 'look-up' },
  fields: {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 80 },
      status,
    },
  },
  unique: ['name'],
  columns: ['name', 'status', 'updated_at'],
  filter: ['status'],
  sort: ['name', 'updated_at'],
  order: 'name',
  search: ['name'],
  ui: { status: { widget: 'switch' } },
  lists: { lookUp: { wire: 'GET get/streams', where: { status: 1 }, pick: ['id', 'name'], paged: false } },
  examples: [{ name: 'Engineering' }],
});

export type Stream = Row<typeof streams>;
