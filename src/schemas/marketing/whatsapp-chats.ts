import { defineResource, type Row } from '../kit/resource';
import { fills } from '../kit/shared-fields';

/** A conversation with one number (D-117); written by the chat calls and the provider's webhook only. */
export const whatsappChats = defineResource({
  name: 'whatsapp-chats',
  label: 'WhatsApp chat',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['wa_user_id'],
    additionalProperties: false,
    properties: {
      wa_user_id: { type: 'string', title: 'WhatsApp ID', pattern: '^[0-9]{6,15}$' },
      name: { type: 'string', maxLength: 120 },
      phone: { type: 'string', maxLength: 20 },
      lead_id: { type: 'string' },
      owner_id: { type: 'string', title: 'Owner' },
      conversation_status: { type: 'string', enum: ['open', 'pending', 'resolved'], default: 'open' },
      is_business_initiated: { type: 'boolean', default: false },
      last_message: { type: 'string', maxLength: 300 },
      last_fills: fills,
      last_message_at: { type: 'string', format: 'date-time' },
      last_in_at: { type: 'string', format: 'date-time' },
    },
  },
  refs: { lead_id: 'leads', owner_id: 'users' },
  leadData: {
    same: { wa_user_id: ['phone', 'whatsapp_number'], phone: ['phone', 'whatsapp_number'], name: ['name'] },
    apart: 'D-118: a number without a lead, or whose lead has no active owner, waits for someone to take it',
  },
  unique: ['wa_user_id'],
  personal: ['wa_user_id', 'name', 'phone', 'last_message'],
  filter: ['owner_id', 'lead_id', 'last_message_at'],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type WhatsappChat = Row<typeof whatsappChats>;
