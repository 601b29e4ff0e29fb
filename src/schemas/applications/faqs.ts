import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

export const faqs = defineResource({
  name: 'faqs',
  label: 'FAQ',
  menu: { group: 'Application Manager', entry: 'Manage FAQ', order: 54, path: '/form-builder/manage-faq' },
  access: 'role 1',
  fields: {
    type: 'object',
    required: ['question', 'answer'],
    additionalProperties: false,
    properties: {
      question: { type: 'string', minLength: 1, maxLength: 300 },
      answer: { type: 'string', minLength: 1, maxLength: 5000 },
      group: { type: 'string', title: 'Category', maxLength: 60 },
      form_ids: { type: 'array', title: 'Forms', items: { type: 'string' }, uniqueItems: true },
      sort_order: { type: 'integer', title: 'Order', minimum: 0, maximum: 1000, default: 0 },
      status,
    },
  },
  refs: { form_ids: 'forms' },
  columns: ['question', 'group', 'form_ids', 'sort_order', 'status'],
  filter: ['group', 'status'],
  sort: ['question', 'group', 'sort_order'],
  order: 'sort_order',
  search: ['question', 'answer', 'group'],
  ui: {
    status: { widget: 'switch' },
    question: { widget: 'textarea' },
    answer: { widget: 'textarea' },
    form_ids: { help: 'Leave empty to show everywhere' },
  },
  later: {
    page: 'applicants cannot read these yet. Entries you add are saved.',
  },
  examples: [
    { question: 'When does the hostel open?', answer: 'Two days before the first lecture.', group: 'Hostel', sort_order: 10 },
  ],
});

export type Faq = Row<typeof faqs>;
