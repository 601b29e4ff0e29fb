import type { LeadTab } from '../../providers/screens/screens';
import { useSession } from '../../providers/session/session';
import { leadTabNames } from '../../schemas/kit/lead-page';

const rooms = import.meta.glob<{ readonly leadTabs: readonly LeadTab[] }>('../*/lead-tab.ts', { eager: true });

/** The tabs of the lead page in their order. A folder adds its own by a `lead-tab.ts`; their code loads when they are opened. */
export const leadTabs: readonly LeadTab[] = Object.values(rooms)
  .flatMap((room) => room.leadTabs)
  .sort((one, other) => leadTabNames.indexOf(one.name) - leadTabNames.indexOf(other.name));

/** Those that the tenant has, with its word for colleges. */
export function useLeadTabs(): readonly LeadTab[] {
  const tenant = useSession()?.persisted.tenant;
  return leadTabs
    .filter(({ flag }) => !flag || Boolean(tenant?.[flag]))
    .map((tab) => ({ ...tab, label: tab.label.replaceAll('{entity}', tenant?.entity_name ?? 'College') }));
}
