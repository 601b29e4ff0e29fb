import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

export const smsTemplates = defineResource({
  name: 'sms-templates',
  label: 'SMS template',
  menu: { group: 'Marketing', under: 'SMS Communication', tab: 'Templates', path: '/sms-campaign/templates' },
  access: { code: 'SMS_Communication', feature: 'sms' },
  fields: {
    type: 'object',
    required: ['name', 'body'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120 },
      body: { type: 'string', title: 'Message', minLength: 1, maxLength: 2000 },
      status,
      sender_id: { type: 'string', title: 'Sender id', minLength: 3, maxLength: 11, pattern: '^[A-Za-z0-9]+$' },
      dlt_category: {
        type: 'string',
        title: 'Category',
        enum: ['transactional', 'service_implicit', 'service_explicit', 'promotional'],
        default: 'service_implicit',
      },
      language: { type: 'string', minLength: 2, maxLength: 10, default: 'en' },
      dlt_entity_id: { type: 'string', title: 'DLT entity id', maxLength: 30, pattern: '^[0-9]*$' },
      dlt_template_id: { type: 'string', title: 'DLT template id', maxLength: 30, pattern: '^[0-9]*$' },
      dlt_text: { type: 'string', title: 'DLT text', maxLength: 2000 },
      variables: {
        type: 'array',
        items: {
          type: 'object',
          required: ['placeholder', 'field'],
          additionalProperties: false,
          properties: {
            placeholder: { type: 'string', maxLength: 60, minLength: 1 },
            field: { type: 'string', maxLength: 60 },
            fallback: { type: 'string', maxLength: 200 },
            sample: { type: 'string', maxLength: 200 },
          },
        },
        maxItems: 50,
      },
    },
  },
  unique: ['name'],
  columns: ['name', 'status', 'sender_id', 'dlt_category', 'language', 'updated_at'],
  filter: ['status', 'dlt_category', 'language'],
  sort: ['name', 'updated_at'],
  order: 'name',
  search: ['name', 'body'],
  checks: ['placeholders of an SMS', 'text as registered'],
  messages: {
    dlt_entity_id: { pattern: 'DLT entity id can contain digits only' },
    dlt_template_id: { pattern: 'DLT template id can contain digits only' },
  },
  ui: {
    body: { widget: 'textarea', help: '{{name}} stands for a lead field, {{name|there}} with a text for leads without one' },
    status: { widget: 'switch' },
    dlt_text: { widget: 'textarea', help: 'With {#var#} for each value. The message has to match it.' },
  },
  groups: [
    { title: 'Message', fields: ['name', 'body', 'status'] },
    {
      title: 'DLT registration',
      fields: ['sender_id', 'dlt_category', 'language', 'dlt_entity_id', 'dlt_template_id', 'dlt_text'],
      help: 'Exactly as approved on the operator portal',
    },
    { title: 'Variables', fields: ['variables'] },
  ],
  wire: {
    list: 'GET getsmstemplate',
    read: 'GET getsmstemplatebyid?id',
    create: 'GET savesmstemplate',
    update: 'GET updatesmstemplate?id',
    delete: 'none',
  },
  actions: {
    sendTest: {
      wire: 'GET sendsmstest?body,phone',
      as: 'create',
      offers: [{ label: 'Send test', ask: { properties: { phone: { type: 'string', title: 'Phone' } }, required: ['phone'] } }],
      perDay: 200,
    },
  },
  examples: [{ name: 'Welcome', body: 'Hi {{name}}, thank you for your interest.' }],
});

export type SmsTemplate = Row<typeof smsTemplates>;
