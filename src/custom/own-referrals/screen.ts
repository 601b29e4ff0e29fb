import { loadResource } from '../../providers/screens/resource-chunk';
import type { Screen } from '../../providers/screens/screens';

/** The leads that the user referred, and the answers. */
export const screens: readonly Screen[] = [
  {
    path: '/leads/referred-by-me',
    title: 'Referred by me',
    access: { of: 'lead-referrals' },
    load: () => {
      void loadResource('lead-referrals');
      return import('./own-referrals-page');
    },
  },
];
