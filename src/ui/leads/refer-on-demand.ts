import { onDemand } from '../dialogs/on-demand';

/** The dialog that asks colleagues to take leads; its code comes when it is first opened. */
export const ReferDialog = onDemand('refer-dialog', async () => ({ default: (await import('./refer-dialog')).ReferDialog }));
