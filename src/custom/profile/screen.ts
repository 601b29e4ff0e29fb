import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  { path: '/profile', title: 'My account', access: { rule: 'signed-in' }, load: () => import('./profile-page') },
];
