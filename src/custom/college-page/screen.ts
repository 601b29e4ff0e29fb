import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  {
    path: '/college-list/:id/details',
    title: 'College',
    access: { of: 'colleges' },
    resource: 'colleges',
    load: () => import('./college-page'),
  },
];
