import { reportScreens } from 'virtual:manifest';
import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  {
    path: '/lead-reports',
    title: 'Reports',
    access: 'signed-in',
    load: () => import('./hub-page'),
  },
  {
    path: '/lead-reports/:list',
    title: 'Rows of a report',
    access: 'signed-in',
    load: () => import('./rows-page'),
  },
  ...reportScreens.map((screen) => ({ ...screen, load: () => import('./report-page') })),
];
