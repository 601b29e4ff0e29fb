import { loadResource } from '../../providers/screens/resource-chunk';
import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  {
    path: '/leads',
    title: 'Leads',
    access: { code: 'LEADS' },
    menu: { group: 'Leads', entry: 'All Leads', order: 3, path: '/leads?type=all' },
    load: () => {
      void loadResource('leads'); // its columns are requested with the first render
      return import('./leads-page');
    },
  },
];
