import { defineResource, type Row } from '../kit/resource';

/** Who saw, acknowledged or dismissed an announcement. */
export const announcementReads = defineResource({
  name: 'announcement-reads',
  label: 'Announcement read',
  access: 'nobody',
  fields: {
    type: 'object',
    required: ['announcement_id', 'user_id', 'seen_at'],
    additionalProperties: false,
    properties: {
      announcement_id: { type: 'string' },
      user_id: { type: 'string' },
      seen_at: { type: 'string', format: 'date-time' },
      acknowledged_at: { type: 'string', format: 'date-time' },
      dismissed_at: { type: 'string', format: 'date-time' },
    },
  },
  audited: false,
  refs: { announcement_id: 'announcements', user_id: 'users' },
  unique: [['announcement_id', 'user_id']],
  wire: { list: 'none', read: 'none', create: 'none', update: 'none', delete: 'none' },
});

export type AnnouncementRead = Row<typeof announcementReads>;
