import { defineResource, type Row } from '../kit/resource';

export const applicationSettings = defineResource({
  name: 'application-settings',
  label: 'Application configuration',
  plural: 'Application configuration',
  menu: { group: 'Application Manager', entry: 'Configuration', order: 59, path: '/form-builder/configuration' },
  access: 'role 1',
  fields: {
    type: 'object',
    required: ['application_no_format'],
    additionalProperties: false,
    properties: {
      application_no_format: {
        type: 'string',
        title: 'Application no.',
        pattern: '\\{seq\\}',
        minLength: 1,
        maxLength: 40,
        default: 'APP-{year}-{seq}',
      },
      payment_methods: {
        type: 'array',
        items: { type: 'string', enum: ['upi', 'card', 'netbanking', 'wallet', 'cash', 'bank_transfer'] },
      },
    },
  },
  singleton: true,
  display: 'application_no_format',
  columns: ['application_no_format'],
  ui: {
    application_no_format: { help: '{year} and {seq} are filled in automatically' },
    payment_methods: { help: 'Leave empty to allow every method', labels: { upi: 'UPI', netbanking: 'Net banking' } },
  },
  messages: { application_no_format: { pattern: 'Application no. must contain {seq}' } },
  wire: { delete: 'none' },
  later: {
    fields: {
      allow_edit_after_submit: {
        why: 'applicants cannot sign in yet',
        field: { type: 'boolean', title: 'Applicants can edit after submitting', default: false },
      },
      reminder_days: {
        why: 'no reminders are sent to applicants yet',
        field: { type: 'array', title: 'Remind after (days)', items: { type: 'integer', minimum: 1, maximum: 60 } },
      },
      terms_html: {
        why: 'applicants cannot sign in yet',
        field: { type: 'string', title: 'Terms', maxLength: 20000 },
      },
      applicant_login: {
        why: 'applicants cannot sign in yet',
        field: {
          type: 'string',
          title: 'Applicant sign-in method',
          enum: ['otp_email', 'otp_phone'],
          default: 'otp_email',
        },
      },
    },
  },
  examples: [{ application_no_format: 'NS-{year}-{seq}', payment_methods: ['upi', 'card'] }],
});

export type ApplicationSettings = Row<typeof applicationSettings>;
