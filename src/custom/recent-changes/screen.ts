import type { Screen } from '../../providers/screens/screens';

/** What the user changed in many rows at once, with Undo; an administrator sees everyone's. */
export const screens: readonly Screen[] = [
  {
    path: '/recent-changes',
    title: 'Recent changes',
    access: 'signed-in',
    load: () => import('./recent-changes-page'),
  },
];
