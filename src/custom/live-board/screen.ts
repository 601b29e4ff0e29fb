import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  {
    path: '/leads/live-call',
    title: 'Live Calls',
    access: { of: 'live-board' },
    load: () => import('./live-board-page'),
  },
];
