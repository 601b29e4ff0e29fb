import { messageVariables } from '../kit/message-fields';
import { defineResource, type Row } from '../kit/resource';
import { status, url } from '../kit/shared-fields';

export const whatsappTemplates = defineResource({
  name: 'whatsapp-templates',
  label: 'WhatsApp template',
  menu: { group: 'Setting', entry: 'WP Template Engine', order: 60, path: '/whtsp-templates' },
  access: { rule: 'role 1' },
  fields: {
    type: 'object',
    required: ['template_body', 'template_name', 'category', 'language'],
    additionalProperties: false,
    properties: {
      template_name: { type: 'string', title: 'Name', maxLength: 512, pattern: '^[a-z0-9_]+$' },
      category: { type: 'string', enum: ['MARKETING', 'UTILITY', 'AUTHENTICATION'], default: 'UTILITY' },
      language: { type: 'string', minLength: 2, maxLength: 10, default: 'en' },
      header_type: { type: 'string', title: 'Header', enum: ['NONE', 'TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT'], default: 'NONE' },
      header_text: { type: 'string', title: 'Header text', maxLength: 60 },
      header_media_url: { ...url, title: 'Header media URL' },
      template_body: { type: 'string', title: 'Message', minLength: 1, maxLength: 1024 },
      footer: { type: 'string', maxLength: 60 },
      buttons: {
        type: 'array',
        items: {
          type: 'object',
          required: ['type', 'text'],
          additionalProperties: false,
          properties: {
            type: { type: 'string', enum: ['QUICK_REPLY', 'URL', 'PHONE_NUMBER'] },
            text: { type: 'string', maxLength: 25, minLength: 1 },
            url: { type: 'string', title: 'URL', maxLength: 2000 },
            phone: { type: 'string', maxLength: 20 },
          },
        },
        maxItems: 10,
      },
      sample_values: { type: 'array', title: 'Sample values', items: { type: 'string', maxLength: 200 } },
      variables: messageVariables,
      provider_status: {
        type: 'string',
        title: 'Approval',
        enum: ['DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED', 'IN_APPEAL'],
        default: 'DRAFT',
      },
      rejected_reason: { type: 'string', title: 'Rejection reason', maxLength: 500 },
      status,
    },
  },
  readOnly: ['provider_status', 'rejected_reason'],
  unique: [['template_name', 'language']],
  columns: ['template_name', 'category', 'language', 'provider_status', 'status', 'updated_at'],
  filter: ['status', 'category', 'language', 'provider_status'],
  sort: ['template_name', 'updated_at'],
  order: 'template_name',
  search: ['template_name', 'template_body'],
  checks: ['what WhatsApp approves'],
  when: [
    { if: { field: 'header_type', is: 'TEXT' }, show: ['header_text'] },
    { if: { field: 'header_type', is: 'TEXT' }, require: ['header_text'] },
    { if: { field: 'header_type', in: ['IMAGE', 'VIDEO', 'DOCUMENT'] }, show: ['header_media_url'] },
  ],
  messages: { template_name: { pattern: 'Name can contain small letters, digits and underscores only' } },
  ui: {
    status: { widget: 'switch' },
    template_body: { widget: 'textarea', help: 'Write placeholders as {{1}}, {{2}} and so on' },
    template_name: { placeholder: 'application_reminder' },
    category: { labels: { MARKETING: 'Marketing', UTILITY: 'Utility', AUTHENTICATION: 'Authentication' } },
    header_type: { labels: { NONE: 'None', TEXT: 'Text', IMAGE: 'Image', VIDEO: 'Video', DOCUMENT: 'Document' } },
    provider_status: {
      labels: {
        DRAFT: 'Draft',
        PENDING: 'Pending',
        APPROVED: 'Approved',
        REJECTED: 'Rejected',
        PAUSED: 'Paused',
        DISABLED: 'Disabled',
        IN_APPEAL: 'In appeal',
      },
    },
  },
  groups: [
    { title: 'Template', fields: ['template_name', 'category', 'language', 'status'] },
    { title: 'Message', fields: ['header_type', 'header_text', 'header_media_url', 'template_body', 'footer', 'buttons'] },
    {
      title: 'Variables',
      fields: ['variables', 'sample_values'],
      help: 'The value of each placeholder, and a sample for the review',
    },
  ],
  wire: {
    list: 'GET get-all-whtsp-template',
    read: 'GET get-whtsp-template/{id}',
    create: 'POST save-whtsp-template',
    update: 'POST update-whtsp-template/{id}',
    delete: 'DELETE delete-whtsp-template/{id}',
  },
  lists: { active: { wire: 'GET get-all-active-whtsp-template', where: { status: 1 }, paged: false, access: 'look-up' } },
  actions: {
    byId: { wire: 'GET get-whtsp-template-by-id?tempId', as: 'read', access: 'look-up' },
    review: {
      wire: 'POST whatsapp-templates/{id}/review',
      as: 'update',
      offers: [{ label: 'Fetch review state', look: 'plain' }],
      perDay: 500,
    },
    names: { wire: 'GET get-unique-template-name?name', as: 'read', access: 'look-up' },
  },
  examples: [
    {
      template_name: 'application_reminder',
      category: 'UTILITY',
      language: 'en',
      template_body: 'Hi {{1}}, your form is waiting.',
    },
  ],
});

export type WhatsappTemplate = Row<typeof whatsappTemplates>;
