import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  {
    path: '/dashboard',
    title: 'Dashboard',
    access: 'signed-in',
    menu: { entry: 'Dashboard', order: 1 },
    load: () => import('./dashboard-page'),
  },
];
