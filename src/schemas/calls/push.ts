import { defineCall } from '../kit/call';

/**
 * A push subscription for a visitor of a page with a widget: `id` is the widget's, which says whose subscriber it becomes. Cookies
 * are ignored, so that nothing can be forged.
 */
export const subscribeVisitor = defineCall({
  name: 'subscribe-visitor',
  wire: 'POST save-push-notification-subscriber@id',
  access: 'public',
  as: 'create',
  outside: true,
  forgery: false,
  body: {
    type: 'object',
    required: ['id', 'endpoint', 'keys'],
    properties: {
      id: { type: 'string', minLength: 1, maxLength: 26 },
      endpoint: { type: 'string', format: 'uri', pattern: '^https://', maxLength: 2048 },
      keys: {
        type: 'object',
        required: ['p256dh', 'auth'],
        additionalProperties: false,
        properties: {
          p256dh: { type: 'string', minLength: 1, maxLength: 200 },
          auth: { type: 'string', minLength: 1, maxLength: 100 },
        },
      },
      user_agent: { type: 'string', maxLength: 400 },
    },
  },
});
