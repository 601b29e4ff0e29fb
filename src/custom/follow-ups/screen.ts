import type { Screen } from '../../providers/screens/screens';

/** Every signed-in user has follow-ups; roles 1 and 6, who own no leads, have no entry in the menu and in the phone's bottom bar. */
export const screens: readonly Screen[] = [
  {
    path: '/myfollowup',
    title: 'FollowUps',
    access: { menu: { roles: [1, 6], refused: true }, route: 'signed-in' },
    menu: { entry: 'FollowUps', order: 5, path: '/myfollowup?stage=today' },
    resource: 'follow-ups',
    load: () => import('./follow-ups-page'),
  },
];
