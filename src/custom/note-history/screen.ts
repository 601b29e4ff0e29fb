import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  {
    path: '/note-history',
    title: 'Notes',
    access: { of: 'note-history', route: 'signed-in' },
    menu: { entry: 'Notes', order: 6 },
    resource: 'note-history',
    load: () => import('./note-history-page'),
  },
];
