import type { Screen } from '../../providers/screens';

export const screens: Screen[] = [
  { path: '/access-denied', title: 'Access denied', access: 'signed-in', load: () => import('./access-denied') },
];
