import type { Features } from '../../schemas/kit/access';
import { updateTenant } from './session';
import { currentWho, setWho } from './who';

/** The features of the tenant have changed: menu and pages follow at once. */
export function knowFeatures(tenantId: string, features: Features): void {
  updateTenant({ id: tenantId, features });
  const who = currentWho();
  if (who) setWho({ ...who, features });
}
