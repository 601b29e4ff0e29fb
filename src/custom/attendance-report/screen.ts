import type { Screen } from '../../providers/screens/screens';

/** The user's month, and those of the people whom the role sees. */
export const screens: readonly Screen[] = [
  {
    path: '/employee/attendance-report',
    title: 'Attendance Leave Report',
    access: 'signed-in',
    menu: { group: 'Employee Workforce', entry: 'Attendance Leave Report', order: 10 },
    load: () => import('./report-page'),
  },
];
