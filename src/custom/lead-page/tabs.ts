import { useAbility } from '@casl/react';
import type { Ability } from '../../providers/ability';
import type { LeadTab } from '../../providers/screens/screens';
import { useSession } from '../../providers/session/session';
import { leadTabNames } from '../../schemas/kit/lead-page';
import { useIsOnlyRead } from '../../ui/leads/use-may-change-lead';

const rooms = import.meta.glob<{ readonly leadTabs: readonly LeadTab[] }>('../*/lead-tab.ts', { eager: true });

/** The tabs of the lead page in their order. A folder adds its own by a `lead-tab.ts`; their code loads when they are opened. */
export const leadTabs: readonly LeadTab[] = Object.values(rooms)
  .flatMap((room) => room.leadTabs)
  .sort((one, other) => leadTabNames.indexOf(one.name) - leadTabNames.indexOf(other.name));

/** Those that the tenant has and whose data this user may read, with the tenant's word for colleges. */
export function useLeadTabs(leadId: string): readonly LeadTab[] {
  const tenant = useSession()?.persisted.tenant;
  const may = useAbility<Ability>();
  const isOnlyRead = useIsOnlyRead(leadId);
  return leadTabs
    .filter(({ flag }) => !flag || Boolean(tenant?.[flag]))
    .filter(({ reads, evenReferred }) => may.can('read', reads) && (!isOnlyRead || evenReferred))
    .map((tab) => ({ ...tab, label: tab.label.replaceAll('{entity}', tenant?.entity_name ?? 'College') }));
}
