import { loadResource } from '../../providers/screens/resource-chunk';
import { allLeadsPath } from './lead-types';
import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  {
    path: '/leads',
    title: 'Leads',
    access: { of: 'leads' },
    menu: { group: 'Leads', entry: 'All Leads', order: 3, path: allLeadsPath },
    load: () => {
      void loadResource('leads'); // its columns are requested with the first render
      return import('./leads-page');
    },
  },
];
