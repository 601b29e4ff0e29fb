import { onDemand } from '../dialogs/on-demand';

/** The dialog that puts leads into a dialer list; its code comes when it is first opened. */
export const QueueDialog = onDemand('queue-dialog', async () => ({ default: (await import('./queue-dialog')).QueueDialog }));
