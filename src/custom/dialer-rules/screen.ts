import type { Screen } from '../../providers/screens/screens';

/** D-015: anyone who is signed in, once the permission list is resolved. */
export const screens: readonly Screen[] = [
  { path: '/dialer-config', title: 'Dialer rule', access: 'signed-in', load: () => import('./dialer-rule-page') },
];
