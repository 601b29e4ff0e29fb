import { onDemand } from '../../ui/dialogs/on-demand';

/** The form of any resource; `warm()` loads its code in advance. */
export const ResourceForm = onDemand('resource-form', () => import('./resource-form'));
