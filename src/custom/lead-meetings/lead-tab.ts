import type { LeadTab } from '../../providers/screens/screens';
import { onDemand } from '../../ui/dialogs/on-demand';

export const leadTabs: readonly LeadTab[] = [
  {
    name: 'virtual-meeting-history',
    label: 'Meetings',
    reads: 'virtual-meetings',
    flag: 'vc_meetings_enabled',
    content: onDemand('virtual-meeting-history', () => import('./meetings')),
  },
];
