import type { Screen } from '../../providers/screens/screens';

/** Everyone sees the part of the tree that they may (D-024); administrators find it from Users. */
export const screens: readonly Screen[] = [
  {
    path: '/users/user-hierarchy',
    title: 'User Hierarchy',
    access: { menu: { roles: [1], refused: true }, route: 'signed-in' },
    menu: { group: 'Setting', entry: 'User Hierarchy', order: 63 },
    load: () => import('./hierarchy-page'),
  },
];
