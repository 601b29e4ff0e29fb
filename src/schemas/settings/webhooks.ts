import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

/**
 * Where the product tells another system what happened. Events are 'leads.created', 'leads.updated', 'leads.deleted', 'leads.*'.
 */
export const webhooks = defineResource({
  name: 'webhooks',
  label: 'Webhook',
  menu: { group: 'Setting', under: 'API Doc', tab: 'Webhooks', path: '/docs/webhooks' },
  access: { code: 'API_DOC', create: 'role 1', update: 'role 1', delete: 'role 1' },
  fields: {
    type: 'object',
    required: ['name', 'url', 'events', 'secret'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 80 },
      url: { type: 'string', title: 'URL', format: 'uri', pattern: '^https?://', maxLength: 2048 },
      events: {
        type: 'array',
        description: 'leads.created, leads.updated, leads.deleted, or leads.* for all three',
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        items: { type: 'string', maxLength: 80, pattern: '^[a-z][a-z0-9-]*\\.(created|updated|deleted|\\*)$' },
      },
      secret: { type: 'string', title: 'Signing secret', minLength: 24, maxLength: 200 },
      status,
      paused_until: { type: 'string', title: 'Paused until', format: 'date-time' },
      failures: { type: 'integer', title: 'Consecutive failures', minimum: 0 },
      last_error: { type: 'string', title: 'Last error', maxLength: 300 },
      last_delivered_at: { type: 'string', title: 'Last delivered', format: 'date-time' },
    },
  },
  secret: ['secret'],
  sentTo: { secret: ['url'] },
  readOnly: ['paused_until', 'failures', 'last_error', 'last_delivered_at'],
  virtual: ['paused_until', 'failures', 'last_error', 'last_delivered_at'],
  unique: ['name'],
  columns: ['name', 'url', 'events', 'status', 'failures', 'last_delivered_at'],
  filter: ['status'],
  sort: ['name', 'created_at'],
  order: 'name',
  search: ['name', 'url'],
  ui: {
    status: { widget: 'switch' },
    secret: { help: 'Minimum 24 characters. Signs every delivery.' },
  },
  examples: [
    {
      name: 'Student portal',
      url: 'https://portal.example.com/hooks/leads',
      events: ['leads.created', 'leads.updated'],
      secret: 'a-signing-secret-of-32-characters',
    },
  ],
});

export type Webhook = Row<typeof webhooks>;
