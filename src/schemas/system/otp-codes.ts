import { defineResource, type Row } from '../kit/resource';

/** One-time codes: a keyed hash, never the code (TRUST-S9). */
export const otpCodes = defineResource({
  name: 'otp-codes',
  label: 'One-time code',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['user_id', 'code_hash', 'expires_at'],
    additionalProperties: false,
    properties: {
      user_id: { type: 'string' },
      code_hash: { type: 'string', maxLength: 100 },
      expires_at: { type: 'string', format: 'date-time' },
      wrong_tries: { type: 'integer', minimum: 0, default: 0 },
      used_at: { type: 'string', format: 'date-time' },
    },
  },
  audited: false,
  refs: { user_id: 'users' },
  secret: ['code_hash'],
  hashed: ['code_hash'],
  filter: ['user_id'],
  order: '-created_at',
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type OtpCode = Row<typeof otpCodes>;
