import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  {
    path: '/product-order-detail/:id',
    title: 'Order',
    access: { of: 'orders' },
    load: () => import('./order-page'),
  },
];
