import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  {
    path: '/chat',
    title: 'WhatsApp Communication',
    access: { code: 'WhatsApp_Communication', route: 'signed-in' },
    menu: { group: 'Marketing', entry: 'WhatsApp Communication', order: 41 },
    load: () => import('./chat-page'),
  },
];
