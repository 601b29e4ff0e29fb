import { dataOf, defineCall } from '../kit/call';

/** These ask the WhatsApp provider, so they run outside a transaction. */
const code = { code: 'WhatsApp_Communication' } as const;
const phone = { type: 'string', title: 'Phone', pattern: '^\\+?[0-9][0-9 -]{8,18}$' } as const;

/** A template as the provider has it. */
export interface EnterpriseTemplate {
  readonly id?: string;
  readonly rejected_reason?: string;
  readonly name: string;
  readonly category: string;
  readonly language: string;
  readonly status: string;
  readonly components: readonly object[];
}
export const enterpriseTemplates = defineCall({
  name: 'enterprise-templates',
  wire: 'GET get/enterprise/whatsapp/templates',
  access: code,
  as: 'read',
  data: dataOf<readonly EnterpriseTemplate[]>(),
  outside: true,
  reply: { type: 'object', properties: { data: { type: 'array' } } },
});
export const whatsappProjectId = defineCall({
  name: 'whatsapp-project-id',
  wire: 'GET whatsapp-project-id',
  access: code,
  as: 'read',
  data: dataOf<string>(),
  reply: { type: 'object', properties: { data: { type: 'string' } } },
});
export const whatsappUploadImage = defineCall({
  name: 'whatsapp-upload-image',
  wire: 'POST whatsapp/upload/image',
  data: dataOf<{ readonly media_id: string; readonly url: string }>(),
  access: code,
  as: 'create',
  multipart: true,
  outside: true,
  bodyLimit: 10 * 1024 * 1024,
  chatToken: true,
});
export const whatsappSendMessage = defineCall({
  name: 'whatsapp-send-message',
  wire: 'POST whatsapp/send/message',
  access: code,
  as: 'create',
  data: dataOf<{ readonly message_id: string }>(),
  perDay: 5000,
  body: {
    type: 'object',
    required: ['template_id'],
    properties: {
      phone,
      lead_id: { type: 'string', title: 'Lead', maxLength: 26 },
      template_id: { type: 'string', title: 'Template', minLength: 1, maxLength: 26 },
      params: { type: 'array', title: 'Values', items: { type: 'string', maxLength: 1000 }, maxItems: 50 },
      media_id: { type: 'string', maxLength: 100 },
      client_ref: { type: 'string', maxLength: 100 },
    },
  },
  reply: { type: 'object', properties: { data: { type: 'object', properties: { message_id: { type: 'string' } } } } },
});
export const checkWhatsappCustomer = defineCall({
  name: 'check-whatsapp-customer',
  wire: 'POST check/whatsapp/customer',
  access: code,
  as: 'read',
  data: dataOf<{ readonly exists: boolean; readonly wa_user_id: string | null }>(),
  outside: true,
  body: { type: 'object', required: ['phone'], properties: { phone } },
});
