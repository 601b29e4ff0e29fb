import type { Screen } from '../../providers/screens/screens';

/** One room with four addresses, whose pages load on their own: this file is part of the first page. */
const load: Screen['load'] = () => import('./attendance-page');
const access = 'signed-in';

/** The user's month; who is here today, for those who lead people; corrections of times; all days as a list. */
export const screens: readonly Screen[] = [
  {
    path: '/employee/attendance',
    title: 'Attendance',
    access,
    menu: { group: 'Employee Workforce', entry: 'Attendance', order: 9 },
    load,
  },
  { path: '/employee/attendance/team', title: 'Team today', access, load },
  { path: '/employee/attendance/corrections', title: 'Attendance corrections', access, resource: 'attendance-corrections', load },
  { path: '/employee/attendance/days', title: 'All days', access, resource: 'attendance', load },
];
