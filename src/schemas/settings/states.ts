import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

export const states = defineResource({
  name: 'states',
  label: 'State',
  menu: { group: 'Setting', under: 'Configuration', tab: 'States', path: '/config/states' },
  access: { code: 'Setting_Configuration', list: 'look-up' },
  fields: {
    type: 'object',
    required: ['value', 'country_id'],
    additionalProperties: false,
    properties: {
      value: { type: 'string', title: 'State', maxLength: 80, minLength: 1 },
      country_id: { type: 'integer', title: 'Country', default: 101 },
      code: { type: 'string', maxLength: 5 },
      type: { type: 'string', enum: ['state', 'union_territory'], default: 'state' },
      status,
    },
  },
  refs: { country_id: 'countries' },
  key: { name: 'id', type: 'integer' },
  unique: [['value', 'country_id']],
  columns: ['value', 'code', 'type', 'country_id', 'status'],
  filter: ['country_id', 'type', 'status'],
  sort: ['value', 'code'],
  order: 'value',
  search: ['value', 'code'],
  ui: { status: { widget: 'switch' }, type: { labels: { state: 'State', union_territory: 'Union territory' } } },
  wire: {
    list: 'GET get_all_states?countryId=$country_id,name=$value,page_no,limit',
    read: 'GET state/getDetail/{id}',
    create: 'POST state/create',
    update: 'PUT state/update/{id}',
    status: 'PUT state/status/update/{id}',
    delete: 'DELETE state/delete/{id}',
  },
  examples: [{ value: 'Maharashtra', country_id: 101, code: 'MH' }],
});

export type State = Row<typeof states>;
