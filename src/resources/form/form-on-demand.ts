import { onDemand } from '../../ui/dialogs/on-demand';

/** The form of any resource; `warm()` fetches its code before somebody asks for it. */
export const ResourceForm = onDemand('resource-form', () => import('./resource-form'));
