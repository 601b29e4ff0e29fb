import type { AclEntry, Features, FieldRule } from '../kit/access';
import { dataOf, defineCall } from '../kit/call';
import { passwordLength } from '../kit/password-rules';
import { otpPattern } from '../kit/otp';

const emailField = { type: 'string', maxLength: 254 } as const;

export const signIn = defineCall({
  name: 'sign-in',
  wire: 'POST users/signin',
  access: 'public',
  as: 'create',
  outside: true,
  limit: 'sign-in',
  // D-035: the screen sends both; `email` wins, else `username`.
  body: {
    type: 'object',
    required: ['password'],
    properties: { email: emailField, username: emailField, password: { type: 'string', minLength: 1, maxLength: 128 } },
  },
  examples: [
    { body: { email: 'counsellor@northstar.example', username: 'counsellor@northstar.example', password: 'Prospectus#2026' } },
  ],
});
export const sendOtp = defineCall({
  name: 'send-otp',
  wire: 'POST users/send-otp',
  access: 'public',
  as: 'create',
  outside: true,
  limit: 'sign-in',
  body: { type: 'object', required: ['email'], properties: { email: emailField } },
});
export const resendOtp = defineCall({
  name: 'resend-otp',
  wire: 'POST users/resend-otp',
  access: 'public',
  as: 'create',
  outside: true,
  limit: 'sign-in',
  body: { type: 'object', required: ['email'], properties: { email: emailField } },
});
export const verifyOtp = defineCall({
  name: 'verify-otp',
  wire: 'POST users/verify-otp',
  members: dataOf<{ readonly result: CurrentUser; readonly tenantDetail: Tenant }>(),
  access: 'public',
  as: 'create',
  outside: true,
  limit: 'sign-in',
  body: {
    type: 'object',
    required: ['email', 'otp'],
    properties: { email: emailField, otp: { type: 'string', pattern: otpPattern } },
  },
  reply: { type: 'object', properties: { result: { type: 'object' }, tenantDetail: { type: 'object' } } },
});
export const refresh = defineCall({
  name: 'refresh',
  wire: 'POST users/refresh',
  data: dataOf<{ readonly token: string }>(),
  access: 'public',
  as: 'create',
  outside: true,
  limit: 'sign-in',
});
export const acl = defineCall({
  name: 'acl',
  wire: 'GET acl',
  access: { rule: 'signed-in', partners: true },
  as: 'read',
  data: dataOf<readonly AclEntry[]>(),
  members: dataOf<{ readonly field_rules?: readonly FieldRule[] }>(),
});
export const me = defineCall({
  name: 'me',
  wire: 'GET users/me',
  access: { rule: 'signed-in', partners: true },
  as: 'read',
  data: dataOf<OwnUser>(),
});
export const tenantConfig = defineCall({
  name: 'tenant-config',
  wire: 'GET tenant-config',
  access: 'signed-in',
  as: 'read',
  data: dataOf<TenantConfig>(),
});
export const authLog = defineCall({
  // D-044: fields of the current user in the body are ignored, so this body alone allows more than it names.
  name: 'auth-log',
  wire: 'POST users/auth-log',
  access: { rule: 'signed-in', partners: true },
  as: 'create',
  body: { type: 'object', additionalProperties: true, properties: { by_user: { type: 'boolean' } } },
});
export const changePassword = defineCall({
  name: 'change-password',
  wire: 'POST users/change-password',
  access: { rule: 'signed-in', partners: true },
  as: 'update',
  data: dataOf<{ token: string; wp_token: string }>(),
  idempotent: false,
  body: {
    type: 'object',
    required: ['current_password', 'new_password'],
    properties: {
      current_password: { type: 'string', minLength: 1, maxLength: 128 },
      new_password: { type: 'string', ...passwordLength },
    },
  },
});
export const usersBySpecificRoles = defineCall({
  name: 'users-by-specific-roles',
  wire: 'GET users/by-specific-roles?flag',
  data: dataOf<readonly { readonly id: string; readonly name: string }[]>(),
  access: 'org',
  as: 'read',
  query: { type: 'object', properties: { flag: { type: 'boolean' } } },
});
/** Emails the signed-in user a code that confirms their identity; `second-factor` checks it (TRUST-S33). */
export const secondFactorCode = defineCall({
  name: 'second-factor-code',
  wire: 'POST users/second-factor-codes',
  access: 'signed-in',
  as: 'create',
  data: dataOf<{ email: string }>(),
  outside: true,
  idempotent: false,
});
export const secondFactor = defineCall({
  name: 'second-factor',
  wire: 'POST users/second-factor',
  access: 'signed-in',
  as: 'create',
  idempotent: false,
  body: { type: 'object', required: ['otp'], properties: { otp: { type: 'string', pattern: otpPattern } } },
});
/** `result` of `users/verify-otp`, stored as `currentUser` in local storage (D-041). */
export interface CurrentUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: number;
  readonly role_name: string;
  readonly type: string;
  readonly token: string;
  /** 0 online, 1 on break. */
  readonly user_status: number;
  /** Start and reason of the break, if this browser knows them. */
  readonly on_break?: { readonly since: string; readonly reason: string } | null;
  readonly logo_image: string | null;
  readonly wp_token?: string;
  readonly wp_access?: number;
}
/** The user without the session's tokens. */
type OwnUser = Omit<CurrentUser, 'token' | 'wp_token' | 'on_break'>;
/** `tenantDetail` of the same answer. */
export interface Tenant {
  readonly id: string;
  readonly name: string;
  readonly logo_image?: string | null;
  readonly brand_name?: string;
  readonly entity_name?: string;
  /** '#rrggbb'; the accent of every page. */
  readonly brand_color?: string | null;
  readonly support_email?: string | null;
  readonly support_number?: string | null;
  readonly tenant_type?: string | null;
  readonly is_details_complete?: boolean;
  readonly is_allow_automation_trigger?: number | boolean;
  readonly timezone?: string;
  readonly time_tracking?: TimeTracking | null;
  readonly features?: Features;
  /** 1: virtual meetings are part of the lead page. */
  readonly vc_meetings_enabled?: number;
}
/** The tenant's settings that the browser reads. */
export interface TenantConfig {
  readonly features?: Features;
  readonly enforce_pending_followup?: boolean;
  readonly time_tracking?: TimeTracking;
  readonly entity_name?: string;
  readonly vc_meetings_enabled?: number;
  /** D-085: the timeline's picker takes one day. */
  readonly timeline_single_date?: boolean;
  readonly timezone?: string;
  readonly brand_name?: string;
  readonly brand_color?: string | null;
  readonly logo_image?: string | null;
  /** The URL of the WhatsApp client (D-113). */
  readonly whatsapp_client_base?: string;
  /** An online viewer of office files, where the operator set one (D-128). */
  readonly office_viewer_base?: string;
  /** The push channel (D-081); null or missing: only the socket is used. */
  readonly push?: { readonly key: string; readonly cluster: string; readonly url?: string } | null;
}
/** D-071; `auto_break_ms`: a break starts automatically after this much inactivity; without it, never. */
export interface TimeTracking {
  readonly idle_ms?: number;
  readonly poll_ms?: number;
  readonly auto_break_ms?: number;
}
