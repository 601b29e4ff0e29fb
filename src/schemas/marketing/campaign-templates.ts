import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

export const campaignTemplates = defineResource({
  name: 'campaign-templates',
  label: 'Campaign template',
  menu: { group: 'Marketing', under: 'Email Communication', tab: 'Templates', path: '/email-campaign/templates' },
  access: { code: 'Email_Communication', feature: 'email' },
  fields: {
    type: 'object',
    required: ['name', 'channel'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      channel: { type: 'string', enum: ['email'], default: 'email' },
      subject: { type: 'string', maxLength: 200 },
      body_html: { type: 'string', title: 'Body (HTML)', maxLength: 200_000 },
      body_text: { type: 'string', title: 'Body (plain text)', maxLength: 5000 },
      category: { type: 'string', maxLength: 60 },
      status,
    },
  },
  unique: ['name'],
  columns: ['name', 'channel', 'subject', 'category', 'status', 'updated_at'],
  filter: ['channel', 'category', 'status'],
  sort: ['name', 'updated_at'],
  order: 'name',
  search: ['name', 'subject'],
  checks: ['placeholders of an email'],
  when: [
    { if: { field: 'channel', is: 'email' }, show: ['subject', 'body_html', 'body_text'] },
    { if: { field: 'channel', is: 'email' }, require: ['subject', 'body_html'] },
  ],
  ui: {
    status: { widget: 'switch' },
    channel: { labels: { email: 'Email', sms: 'SMS', whatsapp: 'WhatsApp' } },
    body_html: {
      widget: 'textarea',
      help: 'Scripts and forms are removed when you save. {{name}} stands for a lead field, {{name|there}} with a text for leads without one.',
    },
    body_text: { widget: 'textarea', help: 'For mail programs that show no HTML. Leave empty to use the text of the HTML.' },
  },
  groups: [
    { title: 'Template', fields: ['name', 'channel', 'category', 'status'] },
    { title: 'Message', fields: ['subject', 'body_html', 'body_text'] },
  ],
  later: {
    choices: {
      channel: {
        sms: 'SMS messages are sent from the templates under SMS Communication',
        whatsapp: 'WhatsApp messages are sent from the templates under WhatsApp Templates',
      },
    },
    fields: {
      preheader: { why: 'emails are sent without preview text', field: { type: 'string', maxLength: 150 } },
      attachments: {
        why: 'emails are sent without attachments',
        field: { type: 'array', items: { type: 'string', format: 'uri-reference' } },
      },
    },
  },
  wire: {
    list: 'GET get-all-campaign-templtes',
    read: 'GET get-campaign-templte/{id}',
    create: 'POST create/campaign/template',
    update: 'POST update/campaign/template/{id}',
    delete: 'DELETE get-campaign-templte/{id}',
  },
  examples: [
    { name: 'Application open', channel: 'email', subject: 'Applications are open', body_html: '<p>Hello {{name}}</p>' },
  ],
});

export type CampaignTemplate = Row<typeof campaignTemplates>;
