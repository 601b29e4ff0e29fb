import { defineResource, type Row } from '../kit/resource';

/** One event for one webhook, with the result of its delivery. */
export const webhookDeliveries = defineResource({
  name: 'webhook-deliveries',
  label: 'Webhook delivery',
  plural: 'Webhook deliveries',
  menu: { group: 'Setting', under: 'API Doc', tab: 'Deliveries', path: '/docs/deliveries' },
  access: { code: 'API_DOC', create: 'nobody', update: 'nobody', delete: 'nobody' },
  fields: {
    type: 'object',
    required: ['webhook_id', 'event', 'record_id', 'audit_seq', 'state'],
    additionalProperties: false,
    properties: {
      webhook_id: { type: 'string', title: 'Webhook' },
      event: { type: 'string', maxLength: 90 },
      record_id: { type: 'string', title: 'Record', maxLength: 60 },
      audit_seq: { type: 'integer', title: 'Audit entry' },
      state: { type: 'string', enum: ['queued', 'delivered', 'failed'], default: 'queued' },
      attempts: { type: 'integer', minimum: 0, default: 0 },
      next_at: { type: 'string', title: 'Next attempt', format: 'date-time' },
      answer_status: { type: 'integer', title: 'Response status' },
      error: { type: 'string', maxLength: 300 },
      took_ms: { type: 'integer', title: 'Took (ms)' },
      delivered_at: { type: 'string', title: 'Delivered', format: 'date-time' },
      body: { type: 'object' },
    },
  },
  audited: false,
  refs: { webhook_id: 'webhooks' },
  unique: [['webhook_id', 'audit_seq']],
  columns: ['created_at', 'event', 'webhook_id', 'state', 'attempts', 'answer_status', 'error'],
  filter: ['webhook_id', 'state', 'event', 'record_id'],
  sort: ['created_at'],
  order: '-created_at',
  ui: { state: { labels: { queued: 'Queued', delivered: 'Delivered', failed: 'Failed' } } },
  capped: true,
  wire: { create: 'none', update: 'none', delete: 'none' },
  actions: { replay: { wire: 'POST res/webhook-deliveries/{id}/replay', as: 'update', access: 'role 1' } },
});

export type WebhookDelivery = Row<typeof webhookDeliveries>;
