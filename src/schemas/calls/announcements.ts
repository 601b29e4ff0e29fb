import { dataOf, defineCall } from '../kit/call';

/** What is announced to the signed-in user now, pinned first. */
export const currentAnnouncements = defineCall({
  name: 'current-announcements',
  wire: 'GET announcements/current',
  access: 'signed-in',
  as: 'read',
  data: dataOf<CurrentAnnouncement[]>(),
  reply: { type: 'object', properties: { data: { type: 'array' }, count: { type: 'integer' } } },
});
/** Marks it as seen; `acknowledged` confirms it; `dismissed` hides its banner, unless it must be acknowledged. */
export const markAnnouncementSeen = defineCall({
  name: 'mark-announcement-seen',
  wire: 'PUT announcements/{id}/seen',
  access: 'signed-in',
  as: 'update',
  body: {
    type: 'object',
    properties: { acknowledged: { type: 'boolean', default: false }, dismissed: { type: 'boolean', default: false } },
  },
});

export interface CurrentAnnouncement {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly type: 'info' | 'warning' | 'new_feature';
  readonly pinned: boolean;
  readonly must_acknowledge: boolean;
  readonly attachment: string | null;
  readonly starts_at: string;
  readonly ends_at: string | null;
  readonly seen_at: string | null;
  readonly acknowledged_at: string | null;
  readonly dismissed_at: string | null;
}
