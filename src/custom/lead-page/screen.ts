import type { Screen } from '../../providers/screens/screens';
import { leadHomeRoute, leadPageRoute } from '../../schemas/kit/lead-page';

const lead = { title: 'Lead', access: { code: 'LEADS' } } as const;

/** The default tab of a lead's page (D-030); the other seven come with their own rooms. */
export const screens: readonly Screen[] = [
  { ...lead, path: leadHomeRoute, load: () => import('./to-conversion') },
  { ...lead, path: leadPageRoute, load: () => import('./lead-page') },
];
