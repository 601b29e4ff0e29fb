import { reports } from 'virtual:reports';
import type { ReportSpec } from '../../schemas/kit/report';

/** What the hub says of a report. `name` is that by which the browser knows which were opened last. */
export type HubReport = Pick<ReportSpec, 'name' | 'title' | 'about' | 'path' | 'group'>;

/** Reports with a page of their own: their rows are not numbers of the dictionary but calls, orders and visits. */
const withOwnPage: readonly HubReport[] = [
  {
    name: 'advanced-call-history',
    title: 'Advance Call History User',
    about: 'How much each user dials, reaches and talks, and the calls themselves',
    path: '/lead-calls-advance-history',
    group: 'Calls',
  },
  {
    name: 'call-history',
    title: 'Call History User',
    about: 'Every call with its outcome, comment and recording',
    path: '/lead-calls-history',
    group: 'Calls',
  },
  {
    name: 'order-report',
    title: 'CAF Application Form Report',
    about: 'Who applied, who paid, and how far the others came',
    path: '/order-reports',
    group: 'Applications',
  },
  {
    name: 'traffic',
    title: 'Traffic Analytics',
    about: 'Visits of your sites, how they came, and which leads they became',
    path: '/analytics',
    group: 'Leads',
  },
];

export const hubReports: readonly HubReport[] = [...reports, ...withOwnPage];
