import { manifest } from 'virtual:manifest';
import { recordPath } from '../../resources/resource-paths';
import type { NotificationItem } from '../../schemas/calls/notifications';
import type { NotificationType } from '../../schemas/kit/notification-types';
import { leadPath } from '../../schemas/kit/lead-page';

type Told = NotificationItem['notifications'];

/** The page that a notification links to; undefined for an unknown type (D-078). */
export function notificationLink({ _id, notifications }: NotificationItem): string | undefined {
  return links.get(notifications.type)?.(notifications, encodeURIComponent(_id));
}

const lead = ({ leadId }: Told, tab?: string): string | undefined => (leadId ? leadPath(leadId, tab) : undefined);
function record({ record: place = '' }: Told): string | undefined {
  const [name, id] = place.split('/');
  const resource = manifest.find((one) => one.name === name);
  return resource && id ? recordPath(resource, id) : undefined;
}
const links = new Map<string, (told: Told, id: string) => string | undefined>(
  Object.entries({
    lead_refered: (_, id) => `/leads?type=assigned-leads&n_id=${id}`,
    inbound_missed_call: (told) => lead(told, 'call-history'),
    leave: () => '/employee/leave',
    lead_csv_download: () => '/employee/authentication?activateCsvExportTab=true',
    ticket_assigned: ({ ticket_id }) => (ticket_id ? `/help-support/details/${encodeURIComponent(ticket_id)}` : undefined),
    lead_assigned: (told, id) => lead(told) ?? `/leads?type=assigned-leads&n_id=${id}`,
    followup_due: (told) => lead(told) ?? '/myfollowup?stage=today',
    followup_overdue: () => '/myfollowup?stage=overdue',
    import_finished: () => '/upload-csv-lead',
    leave_decision: () => '/employee/leave',
    attendance_correction: () => '/employee/attendance/corrections',
    approval_needed: () => '/employee/leave',
    whatsapp_message: () => '/chat',
    campaign_finished: (told) => record(told),
    announcement: () => '/dashboard',
    note_mention: (told) => lead(told) ?? '/note-history',
    referral_answered: (told) => lead(told),
    planned_move: () => '/users/user-hierarchy',
    lead_disputed: () => '/publishers/deliveries?dispute_state=open',
  } satisfies Partial<Record<NotificationType, (told: Told, id: string) => string | undefined>>),
);
