import { defineResource, type Row } from '../kit/resource';
import { email, phone, status } from '../kit/shared-fields';

export const publishers = defineResource({
  name: 'publishers',
  label: 'Publisher',
  menu: { entry: 'Publisher', order: 2, path: '/publishers' },
  access: { code: 'Publisher', list: 'look-up', route: 'signed-in' },
  fields: {
    type: 'object',
    required: ['name', 'code', 'email', 'source_id'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      code: { type: 'string', minLength: 2, maxLength: 20 },
      contact_name: { type: 'string', maxLength: 120 },
      email,
      phone,
      source_id: { type: 'string', title: 'Lead source' },
      college_ids: { type: 'array', title: 'Colleges', items: { type: 'integer' }, uniqueItems: true },
      cost_per_lead: { type: 'number', minimum: 0 },
      daily_cap: { type: 'integer', minimum: 0, maximum: 100000 },
      bank: { type: 'string' },
      bank_account: { type: 'string', maxLength: 34 },
      status,
    },
  },
  refs: { source_id: 'lead-sources', college_ids: 'colleges' },
  leadData: { whose: 'the publisher' },
  unique: ['name', 'code'],
  secret: ['bank_account'],
  columns: ['name', 'code', 'contact_name', 'source_id', 'cost_per_lead', 'status'],
  filter: ['source_id', 'status'],
  sort: ['name', 'code', 'cost_per_lead'],
  order: 'name',
  search: ['name', 'code', 'email'],
  ui: {
    status: { widget: 'switch' },
    daily_cap: { help: 'Maximum new leads per day through its API key. Enter 0 for no limit.' },
  },
  actions: {
    delivered: {
      wire: 'GET publishers/{id}/delivered?page_number,limit',
      as: 'read',
      shows: {
        title: 'Leads delivered',
        empty: 'No lead has been delivered yet.',
        columns: { month: 'Month', leads: 'Leads', cost: 'Cost' },
      },
    },
  },
  later: {
    fields: {
      dedupe_days: {
        why: "duplicates follow your organisation's duplicate rule, for every publisher",
        field: { type: 'integer', minimum: 0, maximum: 3650, default: 90 },
      },
    },
  },
  examples: [{ name: 'Shiksha Media', code: 'SHK', email: 'partners@example.com', source_id: '$lead-sources' }],
});

export type Publisher = Row<typeof publishers>;
