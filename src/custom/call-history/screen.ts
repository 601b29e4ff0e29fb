import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  {
    path: '/lead-calls-advance-history',
    title: 'Advance Call History User',
    access: { of: 'call-history-summary' },
    menu: { group: 'Reports and Activity', entry: 'Advance Call History User', order: 23 },
    resource: 'calls-history',
    load: () => import('./advanced-history-page'),
  },
  {
    path: '/lead-calls-history',
    title: 'Call History User',
    access: { of: 'calls-history' },
    menu: { group: 'Reports and Activity', entry: 'Call History User', order: 24 },
    resource: 'calls-history',
    load: () => import('./call-history-page'),
  },
];
