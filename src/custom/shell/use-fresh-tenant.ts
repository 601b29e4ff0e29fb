import { useEffect } from 'react';
import { currentSession, updateTenant, type Tenant } from '../../providers/session/session';
import { loadTenantConfig } from '../../providers/session/tenant-config';
import { afterFirstRows } from '../../ui/actions/use-delay';

/** The tenant's current name, colour, logo, time zone and terms: an administrator may have changed them since this user signed in. */
export function useFreshTenant(tenantId: string | undefined): void {
  useEffect(() => {
    if (!tenantId) return undefined;
    let here = true;
    const known = tenantNow();
    const timer = setTimeout(() => {
      void loadTenantConfig().then((config) => {
        if (!here || !config?.brand_name || !config.entity_name) return;
        // What was saved here meanwhile is newer than what was requested at the start.
        if (tenantNow() !== known) return;
        const { brand_name, brand_color = null, entity_name, logo_image = null, time_tracking = null } = config;
        const { vc_meetings_enabled = 0, timezone } = config;
        const change: Partial<Tenant> = { brand_name, brand_color, entity_name, logo_image, time_tracking, vc_meetings_enabled };
        updateTenant({ id: tenantId, ...change, ...(timezone ? { timezone } : {}) });
      });
    }, afterFirstRows);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [tenantId]);
}
const tenantNow = (): string => JSON.stringify(currentSession()?.persisted.tenant);
