import { useEffect } from 'react';
import { lastActive } from '../../providers/calls/activity';
import { currentSession, useSession } from '../../providers/session/session';
import { saveStatus } from './save-status';

const lookEvery = 15_000;
const shortest = 60_000;

/**
 * Starts a break with the reason 'Idle' after `auto_break_ms` without activity in any tab; never if the tenant has not set it.
 */
export function useAutoBreak(): void {
  const session = useSession();
  const userId = session?.user.id;
  const after = session?.persisted.tenant.time_tracking?.auto_break_ms ?? 0;
  useEffect(() => {
    if (!userId || !(after > 0)) return undefined;
    const limit = Math.max(shortest, after);
    let saving = false;
    const timer = setInterval(() => {
      const active = lastActive(userId);
      // Another tab may have started the break already.
      if (saving || !active || Date.now() - active < limit || currentSession()?.user.user_status === 1) return;
      saving = true;
      saveStatus(1, 'Idle')
        .catch(() => undefined) // retried at the next check
        .finally(() => (saving = false));
    }, lookEvery);
    return () => clearInterval(timer);
  }, [userId, after]);
}
