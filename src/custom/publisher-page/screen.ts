import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  {
    path: '/publishers/:id/details',
    title: 'Publisher',
    access: { of: 'publishers' },
    resource: 'publishers',
    load: () => import('./publisher-page'),
  },
  {
    path: '/publishers/deliveries',
    title: 'Delivered leads',
    access: { of: 'publisher-leads' },
    resource: 'publisher-leads',
    load: () => import('./deliveries-page'),
  },
];
