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
      allow_edit_after_submit: { type: 'boolean', title: 'Applicants may change after submitting', default: false },
      reminder_days: { type: 'array', title: 'Remind after days', items: { type: 'integer', minimum: 1, maximum: 60 } },
      payment_methods: {
        type: 'array',
        items: { type: 'string', enum: ['upi', 'card', 'netbanking', 'wallet', 'cash', 'bank_transfer'] },
      },
      terms_html: { type: 'string', title: 'Terms', maxLength: 20000 },
      applicant_login: {
        type: 'string',
        title: 'Applicants sign in with',
        enum: ['otp_email', 'otp_phone'],
        default: 'otp_email',
      },
    },
  },
  singleton: true,
  display: 'application_no_format',
  columns: ['application_no_format', 'applicant_login', 'allow_edit_after_submit'],
  ui: {
    application_no_format: { help: '{year} and {seq} are filled in' },
    terms_html: { widget: 'textarea' },
    payment_methods: { labels: { upi: 'UPI', netbanking: 'Net banking' } },
    applicant_login: { labels: { otp_email: 'Code by e-mail', otp_phone: 'Code by SMS' } },
  },
  messages: { application_no_format: { pattern: 'Application no. needs {seq}' } },
  wire: { delete: 'none' },
  examples: [{ application_no_format: 'NS-{year}-{seq}', payment_methods: ['upi', 'card'], reminder_days: [3, 7] }],
});

export type ApplicationSettings = Row<typeof applicationSettings>;
