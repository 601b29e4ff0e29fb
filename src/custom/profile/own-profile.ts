import { call, type CallValues } from '../../providers/calls/call';
import { saveProfile } from '../../schemas/calls/profile';
import { toasts } from '../../ui/toasts/toasts';

/** Saves what users may change of their own account, and shows the server's message. */
export async function saveOwn(values: CallValues): Promise<void> {
  toasts.success((await call(saveProfile, values)).message ?? 'Profile saved.');
}
