/**
 * The types of notifications; each user chooses per type how to receive them. The first five are specified, the others were
 * added.
 */
export const notificationTypes = [
  'lead_refered',
  'leave',
  'lead_csv_download',
  'inbound_missed_call',
  'ticket_assigned',
  'followup_due',
  'followup_overdue',
  'lead_assigned',
  'whatsapp_message',
  'campaign_finished',
  'import_finished',
  'leave_decision',
  'attendance_correction',
  'announcement',
  'approval_needed',
  'note_mention',
  'referral_answered',
  'lead_disputed',
  'planned_move',
] as const;
export type NotificationType = (typeof notificationTypes)[number];
