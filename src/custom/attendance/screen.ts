import { loadResource } from '../../providers/screens/resource-chunk';
import type { Screen } from '../../providers/screens/screens';

/** The user's month; who is here today, for those who lead people; corrections of times; all days as a list. */
export const screens: readonly Screen[] = [
  {
    path: '/employee/attendance',
    title: 'Attendance',
    access: 'signed-in',
    menu: { group: 'Employee Workforce', entry: 'Attendance', order: 9 },
    load: () => import('./month-page'),
  },
  {
    path: '/employee/attendance/team',
    title: 'Team today',
    access: 'signed-in',
    load: () => import('./team-page'),
  },
  {
    path: '/employee/attendance/corrections',
    title: 'Attendance corrections',
    access: { of: 'attendance-corrections' },
    load: () => {
      void loadResource('attendance-corrections');
      return import('./corrections-page');
    },
  },
  {
    path: '/employee/attendance/days',
    title: 'All days',
    access: { of: 'attendance' },
    load: () => {
      void loadResource('attendance');
      return import('./days-page');
    },
  },
];
