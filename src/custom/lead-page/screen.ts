import type { Screen } from '../../providers/screens';

const lead = { title: 'Lead', access: { code: 'LEADS' } } as const;

/** The default tab of a lead's page (D-030); the other seven come with their own rooms. */
export const screens: readonly Screen[] = [
  { ...lead, path: '/lp/:id', load: () => import('./to-conversion') },
  { ...lead, path: '/lp/:id/conversion', load: () => import('./lead-page') },
];
