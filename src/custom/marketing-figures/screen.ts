import type { Screen } from '../../providers/screens/screens';

const ads = () => import('./ads-page');
export const screens: readonly Screen[] = [
  {
    path: '/analytics',
    title: 'Traffic Analytics',
    access: { of: 'analytics-properties' },
    menu: { group: 'Marketing', entry: 'Traffic Analytics', order: 34 },
    load: () => import('./traffic-page'),
  },
  {
    path: '/marketing-analytics/google',
    title: 'Marketing Analytics',
    access: { of: 'campaign-costs', route: 'signed-in' },
    menu: { group: 'Marketing', entry: 'Marketing Analytics', order: 35 },
    load: () => import('./campaign-page'),
  },
  {
    path: '/advertising-management',
    title: 'Ads Management',
    access: { of: 'ads-accounts' },
    menu: { group: 'Marketing', entry: 'Ads Management', order: 33 },
    load: ads,
  },
  { path: '/ads-management-facebook', title: 'Facebook ads', access: { of: 'ads-accounts' }, load: ads },
  { path: '/ads-management-google', title: 'Google ads', access: { of: 'ads-accounts' }, load: ads },
];
