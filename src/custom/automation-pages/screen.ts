import type { Screen } from '../../providers/screens/screens';

const load: Screen['load'] = () => import('./automation-page');

/** Pages below Workflow: templates of every channel, and the workflows that the user made. One file, to keep the first page small. */
export const screens: readonly Screen[] = [
  { path: '/automation/templates', title: 'Message templates', access: 'signed-in', load },
  { path: '/automation/my-automations', title: 'My automations', access: 'signed-in', resource: 'workflows', load },
];
