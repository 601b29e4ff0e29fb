import type { Screen } from '../../providers/screens/screens';

/** The leads that the user referred, and the answers. */
export const screens: readonly Screen[] = [
  {
    path: '/leads/referred-by-me',
    title: 'Referred by me',
    access: { of: 'lead-referrals' },
    resource: 'lead-referrals',
    load: () => import('./own-referrals-page'),
  },
];
