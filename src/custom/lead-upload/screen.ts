import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  {
    path: '/upload-csv-lead',
    title: 'Upload Lead CSV',
    access: { of: 'lead-upload' },
    menu: { group: 'Leads', entry: 'Upload Lead CSV', order: 5 },
    load: () => import('./upload-page'),
  },
];
