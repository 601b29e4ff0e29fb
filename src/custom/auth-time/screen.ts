import type { Screen } from '../../providers/screens/screens';

/** Notifications of finished exports link here with `?activateCsvExportTab=true`. */
export const screens: readonly Screen[] = [
  {
    path: '/employee/authentication',
    title: 'Auth Time Spent',
    access: 'signed-in',
    menu: { group: 'Employee Workforce', entry: 'Auth Time Spent', order: 12 },
    load: () => import('./auth-time-page'),
  },
];
