import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  {
    path: '/timeline',
    title: 'Timeline',
    access: { route: 'signed-in', menu: 'org' },
    menu: { group: 'Access Control', entry: 'Timeline', order: 70 },
    load: () => import('./timeline-page'),
  },
];
