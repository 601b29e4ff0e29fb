import { tenantConfig, type TenantConfig } from '../../schemas/calls/session';
import { call } from '../calls/call';
import { onSessionEnd } from './session';

let loading: Promise<TenantConfig | undefined> | undefined;

/** The tenant's settings for the shell, loaded once per session; undefined if that failed (only logged). */
export function loadTenantConfig(): Promise<TenantConfig | undefined> {
  return (loading ??= call(tenantConfig, {}).then(
    ({ data }) => data,
    (error: unknown) => void console.error(error),
  ));
}
/** The next one who asks reads them again: an administrator has changed them here. */
export const forgetTenantConfig = (): void => void (loading = undefined);
onSessionEnd(forgetTenantConfig);
