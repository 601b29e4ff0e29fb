import { defineResource, type Row } from '../kit/resource';

/** Access tokens ended before their time, kept until they expire (D-042). */
export const revokedTokens = defineResource({
  name: 'revoked-tokens',
  label: 'Revoked token',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['jti', 'expires_at'],
    additionalProperties: false,
    properties: { jti: { type: 'string', maxLength: 40 }, expires_at: { type: 'string', format: 'date-time' } },
  },
  audited: false,
  unique: ['jti'],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type RevokedToken = Row<typeof revokedTokens>;
