import { defineResource, type Row } from '../kit/resource';

/** A webhook's progress and health, stored apart from it so that deliveries do not count as edits. */
export const webhookStates = defineResource({
  name: 'webhook-states',
  label: 'Webhook state',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['webhook_id', 'seen_seq'],
    additionalProperties: false,
    properties: {
      webhook_id: { type: 'string' },
      seen_seq: { type: 'integer', minimum: 0 },
      failures: { type: 'integer', minimum: 0, default: 0 },
      paused_until: { type: 'string', format: 'date-time' },
      last_error: { type: 'string', maxLength: 300 },
      last_delivered_at: { type: 'string', format: 'date-time' },
    },
  },
  audited: false,
  refs: { webhook_id: 'webhooks' },
  unique: ['webhook_id'],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type WebhookState = Row<typeof webhookStates>;
