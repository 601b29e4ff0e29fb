import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

export const notes = defineResource({
  name: 'notes',
  label: 'Note',
  menu: { entry: 'Notes', order: 6, path: '/note-history' },
  access: { code: 'Notes', route: 'signed-in' },
  fields: {
    type: 'object',
    required: ['body'],
    additionalProperties: false,
    properties: {
      lead_id: { type: 'string', title: 'Lead' },
      body: { type: 'string', title: 'Note', minLength: 1, maxLength: 5000 },
      pinned: { type: 'boolean', default: false },
      remind_at: { type: 'string', title: 'Remind me', format: 'date-time' },
      mentions: { type: 'array', title: 'Mentioned', items: { type: 'string' }, uniqueItems: true, maxItems: 20 },
      visibility: { type: 'string', title: 'Seen by', enum: ['private', 'team', 'tenant'], default: 'tenant' },
      status,
    },
  },
  refs: { lead_id: 'leads', mentions: 'users' },
  scope: { visibility: 'visibility', about: 'lead_id' },
  columns: ['body', 'lead_id', 'pinned', 'visibility', 'remind_at', 'created_by', 'created_at'],
  filter: ['lead_id', 'pinned', 'visibility', 'created_by', 'created_at', 'status'],
  sort: ['created_at', 'updated_at', 'remind_at'],
  order: '-created_at',
  search: ['body'],
  ui: {
    body: { widget: 'textarea' },
    pinned: { widget: 'switch' },
    status: { widget: 'switch' },
    visibility: { labels: { private: 'Only me', team: 'My team', tenant: 'Everyone' } },
  },
  examples: [{ body: 'Father asked for the hostel fee. Call again after 6 pm.' }],
});

export type Note = Row<typeof notes>;
