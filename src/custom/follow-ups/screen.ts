import type { Screen } from '../../providers/screens/screens';

/** Reached from the phone's bar and from notifications; every signed-in user has their own. */
export const screens: readonly Screen[] = [
  { path: '/myfollowup', title: 'FollowUps', access: 'signed-in', load: () => import('./follow-ups-page') },
];
