import type { FieldError } from './problem';
import type { AnyRow } from './resource';

const conditions = [
  ['is_enable_country_constraint', 'allowed_countries_for_lead_capture', 'Please enter countries for Lead Nurture'],
  ['is_teams_attendance_webhook_enabled', 'teams_attendance_webhook_url', 'Please enter Attendance Webhook URL'],
  ['is_teams_auth_log_webhook_enabled', 'teams_auth_log_webhook_url', 'Please enter Auth Log Webhook URL'],
  ['is_teams_leave_webhook_enabled', 'teams_leave_webhook_url', 'Please enter Leave Webhook URL'],
] as const;

/** Checks made when the tenant's form is submitted, apart from its validity; browser and server give the same messages. */
export function tenantConditions(values: Readonly<AnyRow>): FieldError[] {
  return conditions
    .filter(([flag, name]) => values[flag] === 1 && isEmpty(values[name]))
    .map(([, path, message]) => ({ path, message }));
}

const isEmpty = (value: unknown): boolean => (Array.isArray(value) ? value.length === 0 : !String(value ?? '').trim());
