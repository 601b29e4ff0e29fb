import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  { path: '/config/rules', title: 'Organisation rules', access: 'role 1', load: () => import('./rules-page') },
];
