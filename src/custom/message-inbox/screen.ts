import type { Screen } from '../../providers/screens/screens';

/** What the simulator delivered, as each recipient sees it. */
export const screens: readonly Screen[] = [
  {
    path: '/config/inbox',
    title: 'Phones and mailboxes',
    access: { of: 'simulated-inboxes' },
    load: () => import('./inbox-page'),
  },
];
