import type { Screen } from '../../providers/screens/screens';

/** Opened from the phone's bottom bar and from notifications; every signed-in user has follow-ups. */
export const screens: readonly Screen[] = [
  { path: '/myfollowup', title: 'FollowUps', access: 'signed-in', load: () => import('./follow-ups-page') },
];
