import type { LeadTab } from '../../providers/screens/screens';
import { onDemand } from '../../ui/dialogs/on-demand';

export const leadTabs: readonly LeadTab[] = [
  { name: 'conversion', label: 'Conversion', content: onDemand('lead-conversion', () => import('./conversion')) },
  { name: 'lead-owner-history', label: 'Owner history', content: onDemand('lead-owners', () => import('./owner-history')) },
  { name: 'profiles', label: 'Profile', content: onDemand('lead-profile', () => import('./profile')) },
  { name: 'call-history', label: 'Call history', content: onDemand('lead-calls', () => import('./call-history')) },
];
