import { loadResource } from '../../providers/screens/resource-chunk';
import type { Screen } from '../../providers/screens/screens';
import { ownReferralsPath } from '../../schemas/kit/lead-page';

/** What became of the leads that the user referred. */
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
