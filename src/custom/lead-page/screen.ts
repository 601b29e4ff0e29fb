import type { Screen } from '../../providers/screens/screens';
import { leadHomeRoute, leadPageRoute } from '../../schemas/kit/lead-page';

const lead = { title: 'Lead', access: { code: 'LEADS' } } as const;

/** The default tab of the lead page (D-030); the other seven are declared by their own folders. */
export const screens: readonly Screen[] = [
  { ...lead, path: leadHomeRoute, load: () => import('./to-conversion') },
  { ...lead, path: leadPageRoute, load: () => import('./lead-page') },
];
