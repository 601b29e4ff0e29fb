import type { Screen } from '../../providers/screens/screens';

export const screens: Screen[] = [
  { path: '/access-denied', title: 'Access denied', access: 'signed-in', sentTo: true, load: () => import('./access-denied') },
];
