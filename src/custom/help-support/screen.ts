import type { Screen } from '../../providers/screens/screens';

const access = { of: 'tickets' } as const;

export const screens: readonly Screen[] = [
  {
    path: '/help-support/list',
    title: 'Help and Support',
    access,
    menu: { entry: 'Help and Support', order: 73, path: '/help-support', mark: 'New' },
    load: () => import('./tickets-page'),
  },
  { path: '/help-support/details/:ticket_id', title: 'Ticket', access, load: () => import('./ticket-page') },
];
