import type { Screen } from '../../providers/screens/screens';
import { onSessionEnd } from '../../providers/session/session';
import { clearStoredChats } from './stored-chats';

export const screens: readonly Screen[] = [
  {
    path: '/aibot',
    title: 'Chat with AI',
    access: { route: 'signed-in', menu: 'org' },
    menu: { group: 'Access Control', entry: 'Chat with AI', order: 90 },
    load: () => import('./chatbot-page'),
  },
];
// Even if this screen was never opened in this tab (D-127).
onSessionEnd(clearStoredChats);
