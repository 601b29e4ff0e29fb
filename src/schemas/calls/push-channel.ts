import { dataOf, defineCall } from '../kit/call';

/** Lets a browser into its user's private channel (D-081); answers `auth` as the Pusher protocol wants it. */
export const pushAuth = defineCall({
  name: 'push-auth',
  wire: 'POST push/auth',
  access: 'signed-in',
  as: 'read',
  members: dataOf<{ readonly auth: string }>(),
  body: {
    type: 'object',
    required: ['socket_id', 'channel_name'],
    properties: {
      socket_id: { type: 'string', pattern: '^[0-9]+\\.[0-9]+$', maxLength: 60 },
      channel_name: { type: 'string', minLength: 1, maxLength: 160 },
    },
  },
  reply: { type: 'object', properties: { auth: { type: 'string' } } },
});
