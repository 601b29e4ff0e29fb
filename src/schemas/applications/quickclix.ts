import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

export const quickclix = defineResource({
  name: 'quickclix',
  label: 'Quickclix bundle',
  menu: { group: 'Application Manager', entry: 'Quickclix Manager', order: 52, path: '/form-builder/quickclix-manager' },
  access: 'role 1',
  fields: {
    type: 'object',
    required: ['name', 'form_ids', 'college_ids', 'price'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      form_ids: { type: 'array', title: 'Forms', items: { type: 'string' }, minItems: 1, uniqueItems: true },
      college_ids: { type: 'array', title: 'Colleges', items: { type: 'integer' }, minItems: 1, uniqueItems: true },
      price: { type: 'number', minimum: 0 },
      max_choices: { type: 'integer', title: 'Maximum choices', minimum: 1, maximum: 50, default: 5 },
      starts_at: { type: 'string', title: 'Starts', format: 'date-time' },
      ends_at: { type: 'string', title: 'Ends', format: 'date-time' },
      status,
    },
  },
  refs: { form_ids: 'forms', college_ids: 'colleges' },
  unique: ['name'],
  columns: ['name', 'form_ids', 'college_ids', 'price', 'max_choices', 'ends_at', 'status'],
  filter: ['status', 'starts_at', 'ends_at'],
  sort: ['name', 'price', 'starts_at'],
  order: 'name',
  search: ['name'],
  ui: { status: { widget: 'switch' } },
  when: [{ notBefore: ['ends_at', 'starts_at'] }],
  later: {
    page: "applicants can't choose a bundle yet. Bundles you add are saved.",
  },
  examples: [{ name: 'Pune engineering five', form_ids: ['$forms'], college_ids: ['$colleges'], price: 1500, max_choices: 5 }],
});

export type Quickclix = Row<typeof quickclix>;
