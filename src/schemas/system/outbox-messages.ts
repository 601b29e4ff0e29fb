import { defineResource, type Row } from '../kit/resource';
import { fills } from '../kit/shared-fields';

/** Every message the product sent or, with the sandbox provider, would have sent (D-143). */
export const outboxMessages = defineResource({
  name: 'outbox-messages',
  label: 'Outbox message',
  menu: { group: 'Setting', under: 'Configuration', tab: 'Outbox', path: '/config/outbox' },
  access: { rule: 'nobody', list: 'role 1', read: 'role 1', route: 'role 1' },
  fields: {
    type: 'object',
    required: ['channel', 'to', 'body', 'state'],
    additionalProperties: false,
    properties: {
      channel: { type: 'string', enum: ['email', 'sms', 'whatsapp', 'voice', 'push', 'teams'] },
      to: { type: 'string', maxLength: 254 },
      subject: { type: 'string', maxLength: 300 },
      body: { type: 'string', maxLength: 20000, title: 'Message' },
      code: { type: 'string', maxLength: 12 },
      provider: { type: 'string', maxLength: 40, default: 'sandbox' },
      state: { type: 'string', enum: ['sandbox', 'queued', 'sending', 'sent', 'failed', 'unknown'] },
      error: { type: 'string', maxLength: 500 },
      lead_id: { type: 'string', title: 'Lead' },
      /** The person who wrote this one message; none of campaigns, automation and the product itself. */
      sent_by: { type: 'string', title: 'Sent by' },
      html: { type: 'boolean', title: 'Message is HTML' },
      fills,
      subject_fills: fills,
    },
  },
  refs: { lead_id: 'leads', sent_by: 'users' },
  leadData: { apart: 'only the administrator opens the outbox; others see a message with its lead' },
  audited: false,
  personal: ['to', 'body', 'code'],
  columns: ['created_at', 'channel', 'to', 'subject', 'state'],
  filter: ['channel', 'state', 'to'],
  sort: ['created_at'],
  order: '-created_at',
  search: ['to', 'subject'],
  ui: { fills: { widget: 'hidden' }, subject_fills: { widget: 'hidden' } },
  wire: { create: 'none', update: 'none', delete: 'none' },
});

export type OutboxMessage = Row<typeof outboxMessages>;
