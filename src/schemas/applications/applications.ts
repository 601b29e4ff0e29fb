import { applicationStates, paymentStates } from '../kit/asked-values';
import { defineResource, type Row } from '../kit/resource';

export const applications = defineResource({
  name: 'applications',
  label: 'Application',
  menu: { group: 'Application Manager', entry: 'Application Manager', order: 46, path: '/form-builder/applicant-manager' },
  access: 'role 1',
  fields: {
    type: 'object',
    required: ['form_id', 'lead_id', 'answers'],
    additionalProperties: false,
    properties: {
      application_no: { type: 'string', title: 'Application no.', maxLength: 30 },
      form_id: { type: 'string' },
      lead_id: { type: 'string', title: 'Applicant' },
      course_id: { type: 'string' },
      answers: {},
      progress: { type: 'integer', title: 'Progress %', minimum: 0, maximum: 100 },
      state: {
        type: 'string',
        enum: applicationStates,
        default: 'draft',
      },
      payment_state: {
        type: 'string',
        title: 'Payment',
        enum: paymentStates,
        default: 'none',
      },
      reviewer_id: { type: 'string' },
      submitted_at: { type: 'string', title: 'Submitted', format: 'date-time' },
      custom: { type: 'object' },
    },
  },
  customFields: 'application',
  readOnly: ['application_no', 'progress', 'payment_state', 'submitted_at'],
  fixed: ['form_id', 'lead_id'],
  refs: { form_id: 'forms', lead_id: 'leads', course_id: 'courses', reviewer_id: 'users' },
  scope: { through: 'lead_id', office: true },
  leadData: { same: { answers: ['name', 'phone', 'email', 'address'] } },
  unique: ['application_no'],
  columns: [
    'application_no',
    'lead_id',
    'form_id',
    'state',
    'payment_state',
    'course_id',
    'progress',
    'reviewer_id',
    'submitted_at',
  ],
  filter: ['form_id', 'lead_id', 'course_id', 'state', 'payment_state', 'reviewer_id', 'submitted_at', 'created_at'],
  sort: ['application_no', 'submitted_at', 'created_at', 'progress'],
  order: '-created_at',
  search: ['application_no'],
  ui: { answers: { widget: 'answers', questionsOf: 'form_id' } },
  actions: {
    submit: {
      wire: 'POST res/applications/{id}/submit',
      as: 'update',
      offers: [{ label: 'Submit application', if: { field: 'state', in: ['draft'] }, look: 'primary' }],
    },
  },
  examples: [{ form_id: '$forms', lead_id: '$leads', answers: { name: 'Aarav Sharma', email: 'aarav@example.com' } }],
});

export type Application = Row<typeof applications>;
