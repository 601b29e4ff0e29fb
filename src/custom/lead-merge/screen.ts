import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  {
    path: '/leads/duplicates',
    title: 'Possible duplicates',
    access: { of: 'lead-suspects' },
    load: () => import('./suspects-page'),
  },
];
