import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  {
    path: '/chat',
    title: 'WhatsApp Communication',
    access: { of: 'chats-list', route: 'signed-in' },
    menu: { group: 'Marketing', entry: 'WhatsApp Communication', order: 41 },
    load: () => import('./chat-page'),
  },
];
