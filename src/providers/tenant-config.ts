import { tenantConfig } from '../schemas/calls/session';
import type { Features } from '../schemas/kit/access';
import { callWire } from './call';
import { onSessionEnd, type TimeTracking } from './session';

/** The tenant's settings, as far as the browser reads them. */
export interface TenantConfig {
  readonly features?: Features;
  readonly time_tracking?: TimeTracking;
  readonly entity_name?: string;
  /** D-085: the timeline's picker takes one day. */
  readonly timeline_single_date?: boolean;
  readonly brand_name?: string;
  readonly brand_color?: string | null;
  readonly logo_image?: string | null;
  /** Where the WhatsApp client stands (D-113). */
  readonly whatsapp_client_base?: string;
  /** An online viewer of office files, where the operator set one (D-128). */
  readonly office_viewer_base?: string;
  /** The push channel (D-081); null or missing: the socket does it alone. */
  readonly push?: { readonly key: string; readonly cluster: string; readonly url?: string } | null;
}

let loading: Promise<TenantConfig | undefined> | undefined;

/** The tenant's settings for the shell, once a session; undefined when they could not be fetched (only logged). */
export function loadTenantConfig(): Promise<TenantConfig | undefined> {
  return (loading ??= callWire<TenantConfig>(tenantConfig, {}).then(
    ({ data }) => data,
    (error: unknown) => void console.error(error),
  ));
}
onSessionEnd(() => (loading = undefined));
