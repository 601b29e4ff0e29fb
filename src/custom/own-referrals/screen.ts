import { loadResource } from '../../providers/screens/resource-chunk';
import type { Screen } from '../../providers/screens/screens';
import { ownReferralsPath } from '../../schemas/kit/lead-page';

/** The leads that the user referred, and the answers. */
export const screens: readonly Screen[] = [
  {
    path: ownReferralsPath,
    title: 'Referred by me',
    access: { of: 'lead-referrals' },
    load: () => {
      void loadResource('lead-referrals');
      return import('./own-referrals-page');
    },
  },
];
