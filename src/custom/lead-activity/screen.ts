import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  {
    path: '/lead-activity',
    title: 'Lead Activity',
    access: { of: 'lead-activity' },
    menu: { group: 'Leads', entry: 'Lead Activity', order: 4 },
    resource: 'lead-activity',
    load: () => import('./lead-activity-page'),
  },
];
