import { defineResource, type Row } from '../kit/resource';
import { status } from '../kit/shared-fields';

export const announcements = defineResource({
  name: 'announcements',
  label: 'Announcement',
  menu: { group: 'Access Control', entry: 'Announcements', order: 71, path: '/announcement-management' },
  access: { code: 'ANNOUNCEMENT_MANAGEMENT', staff: true, menu: 'org' },
  fields: {
    type: 'object',
    required: ['title', 'body', 'starts_at'],
    additionalProperties: false,
    properties: {
      title: { type: 'string', minLength: 1, maxLength: 150 },
      body: { type: 'string', title: 'Message', minLength: 1, maxLength: 5000 },
      audience_roles: { type: 'array', title: 'Roles', items: { type: 'integer', minimum: 1, maximum: 999 } },
      audience_team_ids: { type: 'array', title: 'Teams', items: { type: 'string' }, uniqueItems: true },
      starts_at: { type: 'string', title: 'Shown from', format: 'date-time' },
      ends_at: { type: 'string', title: 'Shown until', format: 'date-time' },
      pinned: { type: 'boolean', default: false },
      attachment: { type: 'string', format: 'uri-reference' },
      status,
      type: { type: 'string', enum: ['info', 'warning', 'new_feature'], default: 'info' },
      must_acknowledge: { type: 'boolean', title: 'Must be acknowledged', default: false },
      seen_count: { type: 'integer', title: 'Seen by', minimum: 0 },
      acknowledged_count: { type: 'integer', title: 'Acknowledged by', minimum: 0 },
    },
  },
  readOnly: ['seen_count', 'acknowledged_count'],
  virtual: ['seen_count', 'acknowledged_count'],
  refs: { audience_roles: 'users-roles', audience_team_ids: 'teams' },
  files: ['attachment'],
  columns: ['title', 'type', 'audience_roles', 'starts_at', 'ends_at', 'pinned', 'seen_count', 'acknowledged_count', 'status'],
  filter: ['type', 'pinned', 'must_acknowledge', 'starts_at', 'status'],
  sort: ['title', 'starts_at', 'ends_at'],
  order: '-starts_at',
  search: ['title', 'body'],
  ui: { status: { widget: 'switch' }, body: { widget: 'textarea' } },
  defaults: { starts_at: 'now' },
  groups: [
    { title: 'Message', fields: ['title', 'body', 'type', 'attachment'] },
    { title: 'Audience', fields: ['audience_roles', 'audience_team_ids'], help: 'Leave empty to reach everyone.' },
    { title: 'When', fields: ['starts_at', 'ends_at', 'pinned', 'must_acknowledge', 'status'] },
  ],
  when: [{ notBefore: ['ends_at', 'starts_at'] }],
  examples: [
    {
      title: 'Admission week',
      body: 'Offices open until 20:00 from Monday.',
      starts_at: '2026-06-01T03:30:00.000Z',
      pinned: true,
    },
  ],
});

export type Announcement = Row<typeof announcements>;
