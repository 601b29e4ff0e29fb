import type { Screen } from '../../providers/screens/screens';

/** Templates of every channel with a preview, as Workflow leads to them. */
export const screens: readonly Screen[] = [
  {
    path: '/automation/templates',
    title: 'Message templates',
    access: 'signed-in',
    load: () => import('./templates-page'),
  },
];
