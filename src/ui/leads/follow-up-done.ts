import type { QueryClient } from '@tanstack/react-query';
import { refreshLeadWork, undoDone } from '../../providers/calls/lead-calls';
import type { FollowUpDone } from '../../schemas/kit/follow-up-outcomes';
import { showToast } from '../toasts/plain-toasts';
import { toasts } from '../toasts/toasts';

/** Says that a follow-up is done, with Undo. `onReopened`: it is pending again, and shown again. */
export function sayDone(client: QueryClient, done: FollowUpDone, onReopened: () => void): void {
  const undo = async (): Promise<void> => {
    try {
      await undoDone(done);
      onReopened();
      toasts.success('The follow-up is open again.');
    } catch (error) {
      toasts.error(error);
    }
    refreshLeadWork(client);
  };
  showToast('success', 'Followup done successfully.', { label: 'Undo', run: () => void undo() });
}
