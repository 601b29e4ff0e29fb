import { messageStateLabels, messageStates, sendReasonNames, sendReasons } from '../kit/send-reasons';
import { defineResource, type Row } from '../kit/resource';
import { fills } from '../kit/shared-fields';

const at = { type: 'string', format: 'date-time' } as const;

/**
 * The ledger of messages: one row for every message the product sends, or would send (D-143), written before a provider is asked
 * (TRUST-R25). Rows of a campaign have its kind, its id and the run; every figure of a campaign is counted from them.
 */
export const outboxMessages = defineResource({
  name: 'outbox-messages',
  label: 'Outbox message',
  menu: { group: 'Setting', under: 'Configuration', tab: 'Outbox', path: '/config/outbox' },
  access: { rule: 'nobody', list: 'role 1', read: 'role 1', route: 'role 1' },
  fields: {
    type: 'object',
    required: ['channel', 'to', 'state'],
    additionalProperties: false,
    properties: {
      channel: { type: 'string', enum: ['email', 'sms', 'whatsapp', 'voice', 'push', 'teams'] },
      to: { type: 'string', maxLength: 254 },
      subject: { type: 'string', maxLength: 300 },
      body: { type: 'string', maxLength: 20000, title: 'Message' },
      code: { type: 'string', maxLength: 12 },
      provider: { type: 'string', maxLength: 40, default: 'sandbox' },
      state: { type: 'string', enum: messageStates },
      reason: { type: 'string', enum: sendReasonNames },
      error: { type: 'string', maxLength: 500 },
      lead_id: { type: 'string', title: 'Lead' },
      /** The person who wrote this one message; none of campaigns, automation and the product itself. */
      sent_by: { type: 'string', title: 'Sent by' },
      html: { type: 'boolean', title: 'Message is HTML' },
      fills,
      subject_fills: fills,
      attachment: { type: 'string', format: 'uri-reference', maxLength: 400 },
      params: { type: 'array', title: 'Template values', items: { type: 'string', maxLength: 1000 } },
      template_id: { type: 'string', title: 'Template' },
      /** Advertising, as its campaign or its template's category says: these count for the frequency cap. */
      promotional: { type: 'boolean', title: 'Promotional' },
      campaign_kind: { type: 'string', title: 'Campaign type', maxLength: 40 },
      campaign_id: { type: 'string', title: 'Campaign', maxLength: 26 },
      run: { type: 'integer', title: 'Run', minimum: 0 },
      /** Campaign, run and address: the same address is written to once in a run. */
      send_key: { type: 'string', maxLength: 320 },
      zone: { type: 'string', title: 'Time zone', maxLength: 60 },
      due_at: { ...at, title: 'Not before' },
      provider_id: { type: 'string', title: "Provider's ID", maxLength: 200 },
      cost: { type: 'number', minimum: 0 },
      attempts: { type: 'integer', minimum: 0 },
      asked_at: { ...at, title: 'Handed to provider' },
      sent_at: { ...at, title: 'Sent' },
      delivered_at: { ...at, title: 'Delivered' },
      read_at: { ...at, title: 'Opened or read' },
      clicked_at: { ...at, title: 'Clicked' },
      replied_at: { ...at, title: 'Replied' },
    },
  },
  refs: { lead_id: 'leads', sent_by: 'users' },
  leadData: { apart: 'only the administrator opens the outbox; others see a message with its lead' },
  audited: false,
  files: ['attachment'],
  unique: ['send_key'],
  indexes: [['campaign_id', 'state'], ['lead_id', 'sent_at'], ['provider_id']],
  personal: ['to', 'body', 'code', 'send_key'],
  columns: ['created_at', 'channel', 'to', 'subject', 'state', 'reason'],
  filter: ['channel', 'state', 'to'],
  sort: ['created_at'],
  order: '-created_at',
  related: [{ title: 'Phones and mailboxes', path: '/config/inbox' }],
  ui: {
    fills: { widget: 'hidden' },
    subject_fills: { widget: 'hidden' },
    send_key: { widget: 'hidden' },
    channel: { labels: { sms: 'SMS', whatsapp: 'WhatsApp' } },
    state: { labels: messageStateLabels },
    reason: { labels: sendReasons },
  },
  wire: { create: 'none', update: 'none', delete: 'none' },
});

export type OutboxMessage = Row<typeof outboxMessages>;
