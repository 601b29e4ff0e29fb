import { defineResource, type Row } from '../kit/resource';

/** What is kept of an API key: its keyed hash, read before the tenant is known, and its last use. Revoking removes the row. */
export const apiKeyHashes = defineResource({
  name: 'api-key-hashes',
  label: 'API key hash',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['key_id', 'key_hash'],
    additionalProperties: false,
    properties: {
      key_id: { type: 'string' },
      key_hash: { type: 'string', maxLength: 100 },
      last_used_at: { type: 'string', format: 'date-time' },
      last_used_ip: { type: 'string', maxLength: 45 },
    },
  },
  audited: false,
  refs: { key_id: 'api-keys' },
  secret: ['key_hash'],
  hashed: ['key_hash'],
  unique: ['key_id'],
  uniqueEverywhere: ['key_hash'],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type ApiKeyHash = Row<typeof apiKeyHashes>;
