import { allLeadsPath } from './lead-types';
import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  {
    path: '/leads',
    title: 'Leads',
    access: { of: 'leads' },
    menu: { group: 'Leads', entry: 'All Leads', order: 3, path: allLeadsPath },
    resource: 'leads',
    load: () => import('./leads-page'),
  },
];
