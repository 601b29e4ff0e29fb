import { tenantConfig, type TenantConfig } from '../../schemas/calls/session';
import { call } from '../calls/call';
import { onSessionEnd } from './session';

let loading: Promise<TenantConfig | undefined> | undefined;

/** The tenant's settings for the shell, once a session; undefined when they could not be fetched (only logged). */
export function loadTenantConfig(): Promise<TenantConfig | undefined> {
  return (loading ??= call(tenantConfig, {}).then(
    ({ data }) => data,
    (error: unknown) => void console.error(error),
  ));
}
onSessionEnd(() => (loading = undefined));
