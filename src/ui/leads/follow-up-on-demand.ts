import { onDemand } from '../dialogs/on-demand';

/** The dialog for a follow-up; its code comes when it is first opened. */
export const FollowUpDialog = onDemand('follow-up-dialog', async () => ({
  default: (await import('./follow-up-dialog')).FollowUpDialog,
}));
