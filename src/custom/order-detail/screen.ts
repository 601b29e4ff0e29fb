import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  {
    path: '/product-order-detail/:id',
    title: 'Order',
    access: { code: 'CAF_Application_Form_Report' },
    load: () => import('./order-page'),
  },
];
