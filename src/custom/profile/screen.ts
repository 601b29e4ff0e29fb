import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  { path: '/profile', title: 'My account', access: { of: 'profile' }, load: () => import('./profile-page') },
];
