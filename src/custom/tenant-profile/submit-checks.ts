import type { Values } from './form-values';

/** B §5: what is looked at when the form is submitted, and is no part of its validity. The first warning that holds. */
export function submitWarning(values: Values): string | undefined {
  const on = (flag: keyof Values): boolean => values[flag] === 1;
  const empty = (name: keyof Values): boolean => {
    const value = values[name];
    return Array.isArray(value) ? value.length === 0 : !String(value ?? '').trim();
  };
  if (on('is_enable_country_constraint') && empty('allowed_countries_for_lead_capture'))
    return 'Please enter countries for Lead Nurture';
  if (on('is_teams_attendance_webhook_enabled') && empty('teams_attendance_webhook_url'))
    return 'Please enter Attendance Webhook URL';
  if (on('is_teams_auth_log_webhook_enabled') && empty('teams_auth_log_webhook_url')) return 'Please enter Auth Log Webhook URL';
  if (on('is_teams_leave_webhook_enabled') && empty('teams_leave_webhook_url')) return 'Please enter Leave Webhook URL';
  return undefined;
}
