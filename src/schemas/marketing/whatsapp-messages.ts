import { sendReasonNames } from '../kit/send-reasons';
import { defineResource, type Row } from '../kit/resource';
import { fills } from '../kit/shared-fields';

/** One message of a WhatsApp conversation, newest by `sent_at`; `seen` is the owner's (D-120). */
export const whatsappMessages = defineResource({
  name: 'whatsapp-messages',
  label: 'WhatsApp message',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['chat_id', 'direction', 'type', 'sent_at'],
    additionalProperties: false,
    properties: {
      chat_id: { type: 'string' },
      direction: { type: 'string', enum: ['in', 'out'] },
      type: { type: 'string', enum: ['text', 'image', 'document', 'video', 'audio', 'template'] },
      text: { type: 'string', maxLength: 4096 },
      fills,
      media_id: { type: 'string', maxLength: 100 },
      media_url: { type: 'string', maxLength: 200 },
      template_id: { type: 'string' },
      params: { type: 'array', items: { type: 'string', maxLength: 1000 }, maxItems: 50 },
      status: { type: 'string', enum: ['queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'unknown'], default: 'sent' },
      /** Why it waits or was not sent. */
      reason: { type: 'string', enum: sendReasonNames },
      error: { type: 'string', maxLength: 300 },
      is_business_initiated: { type: 'boolean', default: false },
      seen: { type: 'boolean', default: true },
      provider_id: { type: 'string', maxLength: 200 },
      /** Whether it is advertising; none of a message that answers the customer, about which the gate is not asked. */
      promotional: { type: 'boolean' },
      sent_at: { type: 'string', format: 'date-time' },
      /** The person who wrote it; none of campaigns, automation and the chatbot. */
      sent_by: { type: 'string' },
    },
  },
  refs: { chat_id: 'whatsapp-chats', template_id: 'whatsapp-templates', sent_by: 'users' },
  leadData: { apart: 'D-118: a message is seen with its chat' },
  unique: ['provider_id'],
  personal: ['text'],
  filter: ['chat_id', 'sent_at'],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type WhatsappMessage = Row<typeof whatsappMessages>;
