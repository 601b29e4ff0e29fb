import { defineResource, type Row } from '../kit/resource';

export const obdServiceNumbers = defineResource({
  name: 'obd-service-numbers',
  label: 'Service number',
  menu: { group: 'Marketing', under: 'OBD Communication', tab: 'Service numbers', path: '/obd/service-numbers' },
  access: { code: 'OBD_Communication' },
  fields: {
    type: 'object',
    required: ['number', 'label'],
    additionalProperties: false,
    properties: {
      number: { type: 'string', minLength: 8, maxLength: 15, pattern: '^[0-9]+$' },
      label: { type: 'string', minLength: 1, maxLength: 80 },
      provider: { type: 'string', maxLength: 60 },
      purpose: { type: 'string', enum: ['promotional', 'transactional'], default: 'promotional' },
      is_active: { type: 'integer', title: 'Active', enum: [0, 1], default: 1 },
    },
  },
  unique: ['number'],
  columns: ['number', 'label', 'provider', 'purpose', 'is_active'],
  filter: ['purpose', 'is_active'],
  sort: ['number', 'label'],
  order: 'label',
  search: ['number', 'label'],
  messages: { number: { pattern: 'Number can contain digits only' } },
  ui: { is_active: { widget: 'switch' } },
  wire: {
    list: 'GET obdServiceNumber?is_active',
    read: 'none',
    create: 'POST obdServiceNumber',
    update: 'PUT updateObdServiceNumber/{id}',
    delete: 'DELETE obdServiceNumber/{id}',
  },
  examples: [{ number: '1409876543', label: 'Admissions helpline', provider: 'sandbox' }],
});

export type ObdServiceNumber = Row<typeof obdServiceNumbers>;
