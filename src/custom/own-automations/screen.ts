import { loadResource } from '../../providers/screens/resource-chunk';
import type { Screen } from '../../providers/screens/screens';

/** The workflows that the user made. */
export const screens: readonly Screen[] = [
  {
    path: '/automation/my-automations',
    title: 'My automations',
    access: 'signed-in',
    load: () => {
      void loadResource('workflows');
      return import('./own-automations-page');
    },
  },
];
