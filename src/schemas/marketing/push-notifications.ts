import { scheduleAt } from '../kit/message-fields';
import { defineResource, type Row } from '../kit/resource';
import { url } from '../kit/shared-fields';

export const pushNotifications = defineResource({
  name: 'push-notifications',
  label: 'Push notification',
  menu: { group: 'Marketing', entry: 'Push Notification', order: 44, path: '/push-notification' },
  access: { code: 'Push_Notification', route: 'signed-in' },
  fields: {
    type: 'object',
    required: ['title', 'body'],
    additionalProperties: false,
    properties: {
      title: { type: 'string', minLength: 1, maxLength: 80 },
      body: { type: 'string', title: 'Text', minLength: 1, maxLength: 240 },
      icon: { ...url, title: 'Icon URL' },
      url: { ...url, title: 'Link opened on click' },
      audience_id: { type: 'string', title: 'Audience' },
      schedule_at: scheduleAt,
      state: {
        type: 'string',
        title: 'Status',
        enum: ['draft', 'scheduled', 'sending', 'sent', 'failed'],
        default: 'draft',
      },
      recipients: { type: 'integer', minimum: 0 },
      clicks: { type: 'integer', minimum: 0 },
    },
  },
  refs: { audience_id: 'lead-gen-audiences' },
  readOnly: ['state', 'recipients', 'clicks'],
  columns: ['title', 'state', 'schedule_at', 'recipients', 'created_at'],
  filter: ['state'],
  sort: ['title', 'schedule_at', 'recipients', 'created_at'],
  order: '-created_at',
  search: ['title', 'body'],
  ui: {
    body: { widget: 'textarea' },
    audience_id: { help: 'Leave empty to reach every subscriber' },
    schedule_at: { help: 'Leave empty to send as soon as you save' },
  },
  wire: { create: 'POST push-notification@audience=$audience_id', update: 'none', delete: 'none' },
  reply: { create: ['id', 'recipients'] },
  examples: [{ title: 'Last date tomorrow', body: 'Applications for BBA close on 30 June.', url: 'https://example.com/apply' }],
});

export type PushNotification = Row<typeof pushNotifications>;
