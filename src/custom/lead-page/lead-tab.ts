import { loadResource } from '../../providers/screens/resource-chunk';
import type { LeadTab } from '../../providers/screens/screens';
import { onDemand } from '../../ui/dialogs/on-demand';

export const leadTabs: readonly LeadTab[] = [
  {
    name: 'conversion',
    label: 'Conversion',
    reads: 'lead-journey',
    evenReferred: true,
    content: onDemand('lead-conversion', () => import('./conversion')),
  },
  {
    name: 'lead-owner-history',
    label: 'Owner history',
    reads: 'lead-owners',
    evenReferred: true,
    content: onDemand('lead-owners', () => import('./owner-history')),
  },
  {
    name: 'profiles',
    label: 'Profile',
    reads: 'leads',
    evenReferred: true,
    content: onDemand('lead-profile', () => import('./profile')),
  },
  {
    name: 'call-history',
    label: 'Call history',
    reads: 'calls',
    content: onDemand('lead-calls', async () => (await Promise.all([import('./call-history'), loadResource('calls')]))[0]),
  },
];
