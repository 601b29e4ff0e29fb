import { call } from '../../providers/calls/call';
import { saveProfile } from '../../schemas/calls/profile';
import type { SentTo } from '../../schemas/kit/sent-to';
import { toasts } from '../../ui/toasts/toasts';

/** Saves what users may change of their own account, and shows the server's message. */
export async function saveOwn(values: SentTo<typeof saveProfile>): Promise<void> {
  toasts.success((await call(saveProfile, values)).message ?? 'Profile saved.');
}
