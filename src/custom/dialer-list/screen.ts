import type { Screen } from '../../providers/screens/screens';

/** D-015: every signed-in user, once the permission list has loaded. */
export const screens: readonly Screen[] = [
  { path: '/dialer-list', title: 'Dialer Configuration', access: 'signed-in', load: () => import('./dialer-list-page') },
];
