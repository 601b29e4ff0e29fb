import { defineResource, type Row } from '../kit/resource';

/** The provider's own templates, requested each time and not stored. */
export const enterpriseWhatsappTemplates = defineResource({
  name: 'enterprise-whatsapp-templates',
  label: "Provider's WhatsApp template",
  access: { code: 'WhatsApp_Communication' },
  store: 'none',
  fields: {
    type: 'object',
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 512 },
      category: { type: 'string', enum: ['MARKETING', 'UTILITY', 'AUTHENTICATION'] },
      language: { type: 'string', minLength: 2, maxLength: 10 },
      status: { type: 'string', enum: ['PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED'] },
      components: {
        type: 'array',
        items: {
          type: 'object',
          properties: { type: { type: 'string' }, format: { type: 'string' }, text: { type: 'string' }, buttons: {} },
        },
      },
    },
  },
  readOnly: ['name', 'category', 'language', 'status', 'components'],
  columns: ['name', 'category', 'language', 'status'],
  // Its list is the call enterprise-templates: a provider is asked outside a transaction.
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
  reply: { list: 'data' },
});

export type EnterpriseWhatsappTemplate = Row<typeof enterpriseWhatsappTemplates>;
