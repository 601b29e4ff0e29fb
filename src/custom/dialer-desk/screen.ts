import type { Screen } from '../../providers/screens/screens';

/** D-015: every signed-in user, once the permission list has loaded. */
export const screens: readonly Screen[] = [
  { path: '/dialer', title: 'Dialer', access: 'signed-in', load: () => import('./desk-page') },
];
