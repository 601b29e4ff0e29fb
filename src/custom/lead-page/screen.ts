import type { Screen } from '../../providers/screens/screens';
import { leadHomeRoute, leadPageRoute } from '../../schemas/kit/lead-page';

const lead = { title: 'Lead', access: { of: 'leads' } } as const;
/** One function for all tabs: the page stays mounted from one tab to the next. */
const load: Screen['load'] = () => import('./lead-page');

/** The lead page: an address for each of its tabs (D-030), which `tabs.ts` collects. */
export const screens: readonly Screen[] = [
  { ...lead, path: leadHomeRoute, load: () => import('./to-conversion') },
  { ...lead, path: leadPageRoute, load },
  { ...lead, path: '/lp/:id/lead-owner-history', load },
  { ...lead, path: '/lp/:id/profiles', load },
  { ...lead, path: '/lp/:id/college-recommendation', load },
  { ...lead, path: '/lp/:id/college-shortlisted', load },
  { ...lead, path: '/lp/:id/college-not-interested', load },
  { ...lead, path: '/lp/:id/call-history', load },
  { ...lead, path: '/lp/:id/virtual-meeting-history', load },
];
