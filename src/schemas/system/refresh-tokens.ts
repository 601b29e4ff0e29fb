import { defineResource, type Row } from '../kit/resource';

/** One row per rotation; a family is one sign-in. Reuse of a rotated token ends its family (D-041). */
export const refreshTokens = defineResource({
  name: 'refresh-tokens',
  label: 'Refresh token',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['user_id', 'family', 'token_hash', 'expires_at'],
    additionalProperties: false,
    properties: {
      user_id: { type: 'string' },
      family: { type: 'string', maxLength: 26 },
      token_hash: { type: 'string', maxLength: 100 },
      // Of the access token that came with it, so that a sign-in can be ended at once; where it came from, for the list of devices.
      jti: { type: 'string', maxLength: 60 },
      ip: { type: 'string', maxLength: 45 },
      agent: { type: 'string', maxLength: 300 },
      expires_at: { type: 'string', format: 'date-time' },
      rotated_at: { type: 'string', format: 'date-time' },
      // When a code was last entered in this sign-in, at its start or to confirm something later.
      verified_at: { type: 'string', format: 'date-time' },
      revoked_at: { type: 'string', format: 'date-time' },
    },
  },
  audited: false,
  refs: { user_id: 'users' },
  secret: ['token_hash'],
  hashed: ['token_hash'],
  filter: ['user_id', 'family'],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type RefreshToken = Row<typeof refreshTokens>;
