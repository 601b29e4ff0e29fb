import { defineResource, type Row } from '../kit/resource';
import { status, url } from '../kit/shared-fields';

/** A browser that accepts push messages; one record per browser (D-138). */
export const pushSubscribers = defineResource({
  name: 'push-subscribers',
  label: 'Push subscriber',
  menu: { group: 'Marketing', under: 'Push Notification', tab: 'Subscribers', path: '/push-notification/subscribers' },
  access: { code: 'Push_Notification', create: 'signed-in', route: 'signed-in' },
  fields: {
    type: 'object',
    required: ['endpoint', 'keys'],
    additionalProperties: false,
    properties: {
      endpoint: url,
      keys: {
        type: 'object',
        required: ['p256dh', 'auth'],
        additionalProperties: false,
        properties: {
          p256dh: { type: 'string', minLength: 1, maxLength: 200 },
          auth: { type: 'string', minLength: 1, maxLength: 100 },
        },
      },
      lead_id: { type: 'string', title: 'Lead' },
      user_agent: { type: 'string', title: 'Browser', maxLength: 400 },
      status,
    },
  },
  refs: { lead_id: 'leads' },
  scope: { through: 'lead_id', unset: 'shown' },
  readOnly: ['user_agent'],
  secret: ['keys'],
  uniqueEverywhere: ['endpoint'],
  columns: ['user_agent', 'lead_id', 'status', 'created_at'],
  display: 'endpoint',
  filter: ['lead_id', 'status'],
  sort: ['created_at'],
  order: '-created_at',
  search: ['user_agent', 'endpoint'],
  wire: { create: 'POST save-push-notification-subscriber@user_agent', update: 'none' },
  examples: [
    { endpoint: 'https://push.example/send/aB3', keys: { p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4', auth: 'tBHItJI5svbpez7K' } },
  ],
});

export type PushSubscriber = Row<typeof pushSubscribers>;
