import { call } from '../../providers/calls/call';
import { updateUser } from '../../providers/session/session';
import { takeBreak } from '../../schemas/calls/work-time';
import { serverNow } from '../../ui/time/server-clock';

/** Saves the status on the server and then in this browser; returns the server's message. */
export async function saveStatus(status: 0 | 1, reason?: string): Promise<string> {
  const { message } = await call(takeBreak, { status, ...(reason ? { reason } : {}) });
  updateUser({
    user_status: status,
    on_break: status === 1 ? { since: new Date(serverNow()).toISOString(), reason: reason ?? '' } : null,
  });
  return message ?? 'Saved';
}
