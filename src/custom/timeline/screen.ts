import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  {
    path: '/timeline',
    title: 'Timeline',
    access: { of: 'timeline', route: 'signed-in' },
    menu: { group: 'Access Control', entry: 'Timeline', order: 70 },
    load: () => import('./timeline-page'),
  },
];
