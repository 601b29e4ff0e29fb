import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  { path: '/tenant-profile/:id', title: 'Tenant profile', access: 'signed-in', load: () => import('./tenant-page') },
];
