import { defineResource, type Row } from '../kit/resource';

export const queries = defineResource({
  name: 'queries',
  label: 'Applicant query',
  plural: 'Applicant queries',
  menu: { group: 'Application Manager', entry: 'Query Manager', order: 51, path: '/form-builder/query-manager' },
  access: 'role 1',
  fields: {
    type: 'object',
    required: ['subject', 'message'],
    additionalProperties: false,
    properties: {
      application_id: { type: 'string' },
      lead_id: { type: 'string' },
      subject: { type: 'string', minLength: 1, maxLength: 150 },
      message: { type: 'string', title: 'Question', minLength: 1, maxLength: 5000 },
      answer: { type: 'string', maxLength: 5000 },
      assigned_to: { type: 'string' },
      state: { type: 'string', enum: ['open', 'answered', 'closed'], default: 'open' },
      answered_at: { type: 'string', title: 'Answered', format: 'date-time' },
    },
  },
  readOnly: ['answered_at'],
  refs: { application_id: 'applications', lead_id: 'leads', assigned_to: 'users' },
  scope: { through: 'lead_id', also: ['application_id'], unset: 'shown' },
  columns: ['subject', 'application_id', 'lead_id', 'assigned_to', 'state', 'created_at', 'updated_at'],
  filter: ['state', 'assigned_to', 'application_id', 'lead_id', 'created_at'],
  sort: ['subject', 'created_at', 'updated_at'],
  order: '-created_at',
  search: ['subject', 'message', 'answer'],
  ui: { message: { widget: 'textarea' }, answer: { widget: 'textarea' } },
  when: [{ if: { field: 'state', is: 'answered' }, require: ['answer'] }],
  examples: [{ subject: 'Hostel fee', message: 'Is the hostel fee part of the tuition fee?', lead_id: '$leads' }],
});

export type Query = Row<typeof queries>;
