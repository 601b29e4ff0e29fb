import { dataOf, defineCall } from '../kit/call';
import { notificationTypes, type NotificationType } from '../kit/notification-types';
import type { LiveCall } from '../kit/live-call';

/** As the list and `crm_notification` send it. */
export interface NotificationItem {
  readonly _id: string;
  readonly user_id: string;
  readonly read: boolean;
  readonly seq: number;
  readonly created_at: string;
  /** It can alert the user outside the page: they want this for the type and are in their shift. Live only. */
  readonly push?: boolean;
  readonly notifications: {
    readonly type: string;
    readonly message: string;
    readonly time: string;
    readonly leadId?: string;
    readonly ticket_id?: string;
    /** `resource/key`: the record that it is about. */
    readonly record?: string;
  };
}
/** How a user is notified of one type. */
export interface NotificationWays {
  readonly type: NotificationType;
  readonly in_app: boolean;
  readonly email: boolean;
  readonly push: boolean;
}
/** Answer of `GET events`: what a page missed after `after`, oldest first; `seq` is the number it has then. */
export interface MissedEvents {
  readonly seq: number;
  readonly unread: number;
  /** Server time, by which a page knows how far its own clock is off. */
  readonly now: string;
  readonly more: boolean;
  readonly events: readonly { readonly event: 'crm_notification'; readonly body: NotificationItem }[];
  /** The incoming calls that ring now or are talked on: a call announced meanwhile is among them, an ended one is not. */
  readonly calls: readonly LiveCall[];
  /** The ids of the calls in progress that this user placed, or the dialer for them. */
  readonly placed: readonly string[];
}

const userId = { type: 'string', minLength: 1, maxLength: 40 } as const;

export const notificationList = defineCall({
  name: 'notification-list',
  wire: 'GET users/notifications?user_id,page,limit',
  access: 'signed-in',
  as: 'read',
  data: dataOf<readonly NotificationItem[]>(),
  query: {
    type: 'object',
    properties: {
      user_id: userId,
      page: { type: 'integer', minimum: 1, maximum: 1000, default: 1 },
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 15 },
    },
  },
});
export const markNotificationRead = defineCall({
  name: 'mark-notification-read',
  wire: 'PUT users/notifications/{id}/read',
  access: 'signed-in',
  as: 'update',
});
export const markAllNotificationsRead = defineCall({
  name: 'mark-all-notifications-read',
  wire: 'PUT users/notifications/read-all',
  access: 'signed-in',
  as: 'update',
  body: { type: 'object', properties: { user_id: userId } },
});
export const notificationPreferenceList = defineCall({
  name: 'notification-preference-list',
  wire: 'GET users/notification-preferences',
  access: 'signed-in',
  as: 'read',
  data: dataOf<readonly NotificationWays[]>(),
});
export const saveNotificationPreference = defineCall({
  name: 'save-notification-preference',
  wire: 'PUT users/notification-preferences',
  access: 'signed-in',
  as: 'update',
  body: {
    type: 'object',
    required: ['type', 'in_app'],
    properties: {
      type: { type: 'string', enum: notificationTypes },
      in_app: { type: 'boolean' },
      email: { type: 'boolean' },
      push: { type: 'boolean' },
    },
  },
  examples: [{ body: { type: 'followup_due', in_app: true, email: false, push: true } }],
});
/** What a live channel missed. */
export const missedEvents = defineCall({
  name: 'missed-events',
  wire: 'GET events?after',
  access: 'signed-in',
  as: 'read',
  data: dataOf<MissedEvents>(),
  query: { type: 'object', properties: { after: { type: 'string', pattern: '^[0-9]{1,15}$', maxLength: 15 } } },
});
