import { notificationTypes } from '../kit/notification-types';
import { defineResource, type Row } from '../kit/resource';

export const notifications = defineResource({
  name: 'notifications',
  label: 'Notification',
  // Read and marked by the calls of src/schemas/calls/notifications.ts; only the server writes them.
  access: { rule: 'nobody' },
  fields: {
    type: 'object',
    required: ['user_id', 'notifications'],
    additionalProperties: false,
    properties: {
      user_id: { type: 'string' },
      read: { type: 'boolean', default: false },
      // The user's events are numbered, so that a page can ask for what it missed (TRUST-R12).
      seq: { type: 'integer', minimum: 0, default: 0 },
      once: { type: 'string', maxLength: 120 },
      // The user wants an email copy, and it has not been sent yet.
      mail: { type: 'boolean' },
      lead_ids: { type: 'array', items: { type: 'string' } },
      notifications: {
        type: 'object',
        properties: {
          type: { type: 'string', enum: notificationTypes },
          message: { type: 'string' },
          time: { type: 'string' },
          leadId: { type: 'string' },
          ticket_id: { type: 'string' },
          // `resource/key`: the record whose page it opens
          record: { type: 'string' },
        },
      },
    },
  },
  audited: false,
  readOnly: ['user_id', 'seq', 'once', 'mail', 'lead_ids', 'notifications'],
  unique: [['user_id', 'once']],
  refs: { user_id: 'users' },
  leadData: { apart: 'D-079: what a person was notified of; the list stays within their scope' },
  scope: { owner: 'user_id', beyond: 'nobody' },
  filter: ['user_id', 'mail'],
  order: '-seq',
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type Notification = Row<typeof notifications>;
