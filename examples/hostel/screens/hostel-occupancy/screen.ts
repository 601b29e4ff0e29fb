import type { Screen } from 'prospectus/src/providers/screens/screens';

export const screens: readonly Screen[] = [
  {
    path: '/hostel/occupancy',
    title: 'Hostel occupancy',
    access: { of: 'hostelOccupancy' },
    menu: { group: 'Hostel', entry: 'Occupancy', order: 3 },
    load: async () => ({ default: (await import('./occupancy-page')).OccupancyPage }),
  },
];
