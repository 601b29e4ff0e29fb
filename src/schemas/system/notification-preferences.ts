import { defineResource, type Row } from '../kit/resource';

/** A user's choice for each type of notification, one row per type; a type without a row is shown in the product only. */
export const notificationPreferences = defineResource({
  name: 'notification-preferences',
  label: 'Notification preference',
  // Read and written by the calls of src/schemas/calls/notifications.ts.
  access: { rule: 'nobody' },
  fields: {
    type: 'object',
    required: ['user_id', 'type'],
    additionalProperties: false,
    properties: {
      user_id: { type: 'string' },
      type: { type: 'string', maxLength: 40 },
      in_app: { type: 'boolean', default: true },
      email: { type: 'boolean', default: false },
      push: { type: 'boolean', default: false },
    },
  },
  refs: { user_id: 'users' },
  scope: { owner: 'user_id', beyond: 'nobody' },
  unique: [['user_id', 'type']],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type NotificationPreference = Row<typeof notificationPreferences>;
