import type { Screen } from '../../providers/screens/screens';

export const screens: readonly Screen[] = [
  {
    path: '/upload-csv-lead',
    title: 'Upload Lead CSV',
    access: { code: 'UPLOAD_LEAD_CSV' },
    menu: { group: 'Leads', entry: 'Upload Lead CSV', order: 5 },
    load: () => import('./upload-page'),
  },
];
