import { loadResource } from '../../providers/screens/resource-chunk';
import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  { path: '/publishers/:id/details', title: 'Publisher', access: { of: 'publishers' }, load: () => import('./publisher-page') },
  {
    path: '/publishers/deliveries',
    title: 'Delivered leads',
    access: { of: 'publisher-leads' },
    load: () => {
      void loadResource('publisher-leads');
      return import('./deliveries-page');
    },
  },
];
