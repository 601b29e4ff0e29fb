import { onDemand } from '../dialogs/on-demand';

/** The dialog that compares leads and merges two of them; its code comes when it is first opened. */
export const MergeDialog = onDemand('merge-dialog', async () => ({
  default: (await import('./merge/merge-dialog')).MergeDialog,
}));
