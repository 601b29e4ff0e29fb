import sql from 'sql-template-tag';
import type { Features } from '../../src/schemas/kit/access';
import type { Config } from '../config';
import { logoAddress } from '../files/logo-address';
import type { Secrets } from '../store/secrets';
import type { Tx } from '../store/store';

/** The columns of a user's row needed to sign in. */
export interface UserAccount {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: number;
  readonly type: string;
  readonly password: string | null;
  readonly status: number;
  readonly user_status: number | null;
  readonly wp_access: number | null;
  readonly logo_image: string | null;
  readonly token_version: number;
}
export interface TenantAccount {
  readonly id: string;
  readonly name: string;
  readonly logo_image: string | null;
  readonly brand_name: string | null;
  readonly brand_color: string | null;
  readonly entity_name: string | null;
  readonly support_email: string | null;
  readonly support_call: string | null;
  readonly tenant_type: string | null;
  readonly is_details_complete: boolean | null;
  readonly is_allow_automation_trigger: number | null;
  readonly timezone: string | null;
  readonly features: Features | null;
  readonly time_tracking: { idle_ms?: number; poll_ms?: number; auto_break_ms?: number } | null;
  readonly enforce_pending_followup: boolean | null;
  readonly timeline_single_date: boolean | null;
  readonly vc_meetings_enabled: number | null;
}

export function userOf(tx: Tx, tenantId: string, userId: string): Promise<UserAccount | undefined> {
  return tx.row<UserAccount>(sql`
    select "id", "name", "email", "role", "type", "password", "status", "user_status", "wp_access", "logo_image", "token_version"
    from "users" where "tenant_id" = ${tenantId} and "id" = ${userId} and "deleted_at" is null`);
}

/** The tenant as its users see it: the logo as a URL. */
export async function tenantOf(tx: Tx, secrets: Secrets, tenantId: string): Promise<TenantAccount> {
  const row = await tx.row<TenantAccount>(sql`
    select "tenant_id" as id, "name", "logo_image", "brand_name", "brand_color", "entity_name", "support_email", "support_call",
      "tenant_type", "is_details_complete", "is_allow_automation_trigger", "timezone", "features", "time_tracking", "enforce_pending_followup",
      "timeline_single_date", "vc_meetings_enabled"
    from "tenant" where "tenant_id" = ${tenantId}`);
  if (!row) throw new Error(`tenant ${tenantId} has no row`);
  return { ...row, logo_image: logoAddress(row.logo_image, secrets, tenantId) };
}

/** The current user's fields, without tokens. */
export function currentUser(account: UserAccount, roleName: string, tenant: TenantAccount) {
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    role: account.role,
    role_name: roleName,
    type: account.type,
    user_status: account.user_status ?? 0,
    logo_image: account.logo_image ?? tenant.logo_image ?? null,
    wp_access: account.wp_access ?? 0,
  };
}

/** `tenantDetail` of the answer to a sign-in. */
export function tenantDetail(tenant: TenantAccount) {
  return {
    id: tenant.id,
    name: tenant.name,
    logo_image: tenant.logo_image,
    brand_name: tenant.brand_name ?? tenant.name,
    brand_color: tenant.brand_color,
    entity_name: tenant.entity_name ?? 'College',
    support_email: tenant.support_email,
    support_number: tenant.support_call,
    tenant_type: tenant.tenant_type,
    is_details_complete: tenant.is_details_complete ?? false,
    is_allow_automation_trigger: tenant.is_allow_automation_trigger ?? 0,
    timezone: tenant.timezone ?? 'Asia/Kolkata',
    features: featuresOf(tenant),
    time_tracking: timeTracking(tenant),
    vc_meetings_enabled: tenant.vc_meetings_enabled ?? 0,
  };
}

/** Settings for the shell. */
export function tenantConfig(
  tenant: TenantAccount,
  { push, whatsappClientBase, officeViewerBase }: Pick<Config, 'push' | 'whatsappClientBase' | 'officeViewerBase'>,
) {
  return {
    features: featuresOf(tenant),
    time_tracking: timeTracking(tenant),
    entity_name: tenant.entity_name ?? 'College',
    brand_name: tenant.brand_name ?? tenant.name,
    brand_color: tenant.brand_color,
    logo_image: tenant.logo_image,
    timezone: tenant.timezone ?? 'Asia/Kolkata',
    timeline_single_date: tenant.timeline_single_date ?? false,
    enforce_pending_followup: tenant.enforce_pending_followup ?? false,
    vc_meetings_enabled: tenant.vc_meetings_enabled ?? 0,
    whatsapp_client_base: whatsappClientBase ?? '/wa-client',
    ...(officeViewerBase ? { office_viewer_base: officeViewerBase } : {}),
    push: push ? { key: push.key, cluster: push.cluster, ...(push.wsUrl ? { url: push.wsUrl } : {}) } : null,
  };
}

/** A missing flag means true (D-019). */
function featuresOf(tenant: TenantAccount): Required<Features> {
  const all = { workflow: true, lead_generation: true, ads: true, sms: true, email: true, partner_college: true };
  return { ...all, ...tenant.features };
}
const timeTracking = (tenant: TenantAccount) => tenant.time_tracking ?? {};
