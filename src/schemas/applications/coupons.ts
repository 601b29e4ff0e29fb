import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

export const coupons = defineResource({
  name: 'coupons',
  label: 'Coupon',
  menu: { group: 'Application Manager', entry: 'Coupon Manager', order: 53, path: '/form-builder/coupon-manager' },
  access: 'role 1',
  fields: {
    type: 'object',
    required: ['code', 'kind', 'value', 'valid_from', 'valid_to'],
    additionalProperties: false,
    properties: {
      code: { type: 'string', pattern: '^[A-Z0-9-]+$', minLength: 3, maxLength: 30 },
      kind: { type: 'string', enum: ['percent', 'amount'], default: 'percent' },
      value: { type: 'number', minimum: 0 },
      max_discount: { type: 'number', title: 'Maximum discount', minimum: 0 },
      min_amount: { type: 'number', title: 'Minimum amount', minimum: 0 },
      form_ids: { type: 'array', title: 'Forms', items: { type: 'string' }, uniqueItems: true },
      valid_from: { type: 'string', format: 'date-time' },
      valid_to: { type: 'string', format: 'date-time' },
      usage_limit: { type: 'integer', title: 'Maximum uses', minimum: 0, default: 0 },
      per_lead_limit: { type: 'integer', title: 'Maximum uses per applicant', minimum: 0, default: 1 },
      used: { type: 'integer', minimum: 0 },
      status,
    },
  },
  readOnly: ['used'],
  refs: { form_ids: 'forms' },
  unique: ['code'],
  columns: ['code', 'kind', 'value', 'valid_from', 'valid_to', 'used', 'usage_limit', 'status'],
  filter: ['kind', 'valid_from', 'valid_to', 'status'],
  sort: ['code', 'value', 'valid_from', 'valid_to', 'used'],
  order: '-valid_to',
  search: ['code'],
  ui: {
    status: { widget: 'switch' },
    kind: { labels: { percent: 'Percentage', amount: 'Amount' } },
    form_ids: { help: 'Leave empty for all forms' },
  },
  groups: [
    { title: 'Coupon', fields: ['code', 'kind', 'value', 'max_discount', 'status'] },
    { title: 'Where it applies', fields: ['form_ids', 'min_amount', 'valid_from', 'valid_to'] },
    { title: 'Usage limits', fields: ['usage_limit', 'per_lead_limit'], help: '0: no limit' },
  ],
  messages: { code: { pattern: 'Code can contain capital letters, digits and hyphens only' } },
  when: [
    {
      if: { field: 'kind', is: 'percent' },
      then: { field: 'value', maximum: 100, message: 'Enter a percentage of 100 or less' },
    },
    { if: { field: 'kind', is: 'percent' }, show: ['max_discount'] },
    { notBefore: ['valid_to', 'valid_from'] },
  ],
  examples: [
    {
      code: 'EARLY-10',
      kind: 'percent',
      value: 10,
      valid_from: '2026-04-01T00:00:00.000Z',
      valid_to: '2026-06-30T18:29:59.000Z',
    },
  ],
});

export type Coupon = Row<typeof coupons>;
