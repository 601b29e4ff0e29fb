import { tenant } from '../../schemas/access-control/tenant';
import { tenantTypes } from './profile-facts';

export type FieldName = keyof typeof tenant.fields.properties;
type Kind =
  | 'text'
  | 'area'
  | 'number'
  | 'flag'
  | 'choice'
  | 'url'
  | 'moment'
  | 'senders'
  | 'template'
  | 'country'
  | 'state'
  | 'city'
  | 'countries'
  | 'colleges'
  | 'sources'
  | 'permissions'
  | 'logo';

export interface FormField {
  readonly name: FieldName;
  readonly kind: Kind;
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  /** Shown only while this flag is set. */
  readonly shownWith?: FieldName;
  /** Enabled only while this flag is set. */
  readonly enabledWith?: FieldName;
  readonly rows?: number;
  readonly wide?: boolean;
}
export interface FormSection {
  readonly title: string;
  readonly fields: readonly FormField[];
}

const text = (name: FieldName): FormField => ({ name, kind: 'text' });
const url = (name: FieldName): FormField => ({ name, kind: 'url' });
const flag = (name: FieldName): FormField => ({ name, kind: 'flag' });
const zoho = { shownWith: 'zoho_integration' } as const;
const plain = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const addressTypes = plain(['Head Office', 'Registered Office', 'Branch Office', 'Campus']); // D-112

/** Every field of the form by section, as D-103 arranges them. */
export const formSections: readonly FormSection[] = [
  {
    title: 'Company Basic Info',
    fields: [
      { name: 'logo_image', kind: 'logo', wide: true },
      text('name'),
      text('short_name'),
      { name: 'description', kind: 'area', rows: 5, wide: true },
      { name: 'estd_year', kind: 'number' },
      text('email'),
      text('phone'),
      { name: 'tenant_type', kind: 'choice', choices: tenantTypes },
      url('website'),
      url('base_url'),
    ],
  },
  {
    title: 'Address & Organization',
    fields: [
      { name: 'addresstype', kind: 'choice', choices: addressTypes },
      text('address1'),
      text('address2'),
      { name: 'country', kind: 'country' },
      { name: 'state', kind: 'state' },
      { name: 'city', kind: 'city' },
      text('pincode'),
      { name: 'billing_address', kind: 'area', rows: 2, wide: true },
    ],
  },
  {
    title: 'Zoho CRM Integration',
    fields: [
      flag('zoho_integration'),
      flag('is_push_lead_to_zone_enabled'),
      { ...text('zoho_crm_client_id'), ...zoho },
      { ...text('zoho_crm_client_secret'), ...zoho },
      { ...text('zoho_crm_refresh_token'), ...zoho },
      { name: 'college_ids_zoho_lead_trigger', kind: 'colleges', ...zoho },
      { name: 'sources_ids_zoho_lead_trigger', kind: 'sources', ...zoho },
    ],
  },
  {
    title: 'Lead Nurture Settings',
    fields: [
      flag('is_enable_country_constraint'),
      { name: 'allowed_countries_for_lead_capture', kind: 'countries', shownWith: 'is_enable_country_constraint' },
      flag('phone_validation_enabled'),
      text('custom_phone_regex'),
      text('phone_validation_error_message'),
      { name: 'new_lead_email_notify_templateID', kind: 'template' },
      { name: 'new_lead_email_notify_to_manager_templateID', kind: 'template' },
      { name: 'sms_sender_ids', kind: 'senders' },
    ],
  },
  {
    title: 'Web & Social Links',
    fields: (['twitter', 'facebook', 'google', 'instagram', 'youtube', 'privacy_policy_url', 'terms_condition_url'] as const).map(
      url,
    ),
  },
  {
    title: 'App Details',
    fields: [
      text('app_latest_version'),
      text('app_latest_version_code'),
      url('app_download_link'),
      text('app_size'),
      { name: 'app_released_on', kind: 'moment' },
      text('app_required_os'),
      { name: 'app_min_permission', kind: 'permissions' },
    ],
  },
  {
    title: 'Legal, Support & Compliance',
    fields: (['pan_number', 'cin_number', 'gst_number', 'support_call', 'support_email'] as const).map(text),
  },
  {
    title: 'Status Flags',
    fields: [
      ...(
        [
          'wp_api_enabled',
          'vc_meetings_enabled',
          'show_all_partner_clg',
          'is_allow_inactive_user_have_leads',
          'is_allow_automation_trigger',
        ] as const
      ).map(flag),
      flag('is_teams_auth_log_webhook_enabled'),
      { ...url('teams_auth_log_webhook_url'), enabledWith: 'is_teams_auth_log_webhook_enabled' },
      flag('is_teams_attendance_webhook_enabled'),
      { ...url('teams_attendance_webhook_url'), enabledWith: 'is_teams_attendance_webhook_enabled' },
      flag('is_teams_leave_webhook_enabled'),
      { ...url('teams_leave_webhook_url'), enabledWith: 'is_teams_leave_webhook_enabled' },
    ],
  },
];
export const formFields: readonly FormField[] = formSections.flatMap(({ fields }) => fields);
const names: ReadonlySet<string> = new Set(formFields.map(({ name }) => name));
export const isFieldName = (name: string): name is FieldName => names.has(name);
export const requiredFields: readonly FieldName[] = tenant.fields.required ?? [];

/** Stored as the Android names (D-112). */
export const appPermissions = Object.entries({
  INTERNET: 'Internet',
  ACCESS_NETWORK_STATE: 'Network state',
  CAMERA: 'Camera',
  RECORD_AUDIO: 'Microphone',
  READ_EXTERNAL_STORAGE: 'Storage (read)',
  WRITE_EXTERNAL_STORAGE: 'Storage (write)',
  READ_MEDIA_IMAGES: 'Photos and videos',
  ACCESS_FINE_LOCATION: 'Location (fine)',
  ACCESS_COARSE_LOCATION: 'Location (coarse)',
  READ_PHONE_STATE: 'Phone state',
  CALL_PHONE: 'Make calls',
  READ_CALL_LOG: 'Call log',
  READ_CONTACTS: 'Contacts (read)',
  WRITE_CONTACTS: 'Contacts (write)',
  RECEIVE_SMS: 'SMS (receive)',
  POST_NOTIFICATIONS: 'Notifications',
  VIBRATE: 'Vibrate',
  RECEIVE_BOOT_COMPLETED: 'Start at boot',
  FOREGROUND_SERVICE: 'Foreground service',
  USE_BIOMETRIC: 'Biometric',
}).map(([name, label]) => ({ value: `android.permission.${name}`, label }));
