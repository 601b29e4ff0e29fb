import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

/** A key acts in the name of the administrator who made it, and only within its scopes. The key itself is shown once (D-146). */
export const apiKeys = defineResource({
  name: 'api-keys',
  label: 'API key',
  menu: { group: 'Setting', under: 'API Doc', tab: 'Keys', path: '/docs/keys' },
  access: { code: 'API_DOC', create: 'role 1', update: 'role 1', delete: 'role 1' },
  fields: {
    type: 'object',
    required: ['name', 'scopes'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 80 },
      scopes: {
        type: 'array',
        description: 'lead_capture, lead_read, report_read, or a resource with an action, such as colleges:read',
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        items: {
          type: 'string',
          maxLength: 80,
          pattern: '^(lead_capture|lead_read|report_read|[a-z][a-z0-9-]*:(read|create|update|delete))$',
        },
      },
      publisher_id: { type: 'string', title: 'Publisher' },
      allowed_ips: {
        type: 'array',
        title: 'Allowed IP addresses',
        description: 'IP addresses or networks, such as 203.0.113.0/24. Leave empty to allow any.',
        maxItems: 50,
        uniqueItems: true,
        items: { type: 'string', minLength: 1, maxLength: 45 },
      },
      key_prefix: { type: 'string', title: 'Starts with', maxLength: 12 },
      expires_at: { type: 'string', title: 'Expires', format: 'date-time' },
      status,
      last_used_at: { type: 'string', title: 'Last used', format: 'date-time' },
      last_used_ip: { type: 'string', title: 'Last used from', maxLength: 45 },
    },
  },
  refs: { publisher_id: 'publishers' },
  readOnly: ['key_prefix', 'last_used_at', 'last_used_ip'],
  virtual: ['last_used_at', 'last_used_ip'],
  apiKeys: 'nothing',
  unique: ['name'],
  columns: ['name', 'key_prefix', 'scopes', 'expires_at', 'status', 'created_at'],
  filter: ['status', 'publisher_id'],
  sort: ['name', 'expires_at', 'created_at'],
  order: '-created_at',
  search: ['name', 'key_prefix'],
  ui: { status: { widget: 'switch' } },
  // Create answers the key, so it is a call of its own whose answer is never kept (server/calls/settings/api-keys.ts).
  wire: { create: 'none' },
});

export type ApiKey = Row<typeof apiKeys>;
