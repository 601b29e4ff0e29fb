import type { LeadTab } from '../../providers/screens/screens';
import { onDemand } from '../../ui/dialogs/on-demand';

export const leadTabs: readonly LeadTab[] = [
  {
    name: 'college-recommendation',
    label: 'Recommended',
    reads: 'college-matches',
    content: onDemand('college-recommendation', () => import('./recommendation')),
  },
  {
    name: 'college-shortlisted',
    label: 'Shortlisted',
    reads: 'college-choices',
    content: onDemand('college-shortlisted', () => import('./shortlist')),
  },
  {
    name: 'college-not-interested',
    label: 'Not interested',
    reads: 'college-choices',
    content: onDemand('college-not-interested', () => import('./not-interested')),
  },
];
