import { defineResource, type Row } from '../kit/resource';

/** One row per sign-in, kept after its tokens are gone: when it began, from where, and how it ended. */
export const signIns = defineResource({
  name: 'sign-ins',
  label: 'Sign-in',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['user_id', 'family', 'started_at', 'expires_at'],
    additionalProperties: false,
    properties: {
      user_id: { type: 'string' },
      family: { type: 'string', maxLength: 26 },
      started_at: { type: 'string', format: 'date-time' },
      expires_at: { type: 'string', format: 'date-time' },
      ended_at: { type: 'string', format: 'date-time' },
      // Without an end, and with its time over, it has expired.
      ended_by: { type: 'string', enum: ['user', 'forced'] },
      ip: { type: 'string', maxLength: 45 },
      agent: { type: 'string', maxLength: 300 },
    },
  },
  audited: false,
  refs: { user_id: { to: 'users', evenInactive: true } },
  filter: ['user_id', 'family', 'started_at'],
  sort: ['started_at'],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type SignIn = Row<typeof signIns>;
