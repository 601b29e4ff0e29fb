import { loadResource } from '../../providers/screens/resource-chunk';
import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  {
    path: '/lead-activity',
    title: 'Lead Activity',
    access: { of: 'lead-activity' },
    menu: { group: 'Leads', entry: 'Lead Activity', order: 4 },
    load: () => {
      void loadResource('lead-activity');
      return import('./lead-activity-page');
    },
  },
];
