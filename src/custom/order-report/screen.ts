import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  {
    path: '/order-reports',
    title: 'CAF Application Form Report',
    access: { of: 'orders' },
    menu: { group: 'Reports and Activity', entry: 'CAF Application Form Report', order: 25 },
    resource: 'orders',
    load: () => import('./order-report-page'),
  },
];
