import { authLog } from '../../schemas/calls/session';
import { call } from '../calls/call';
import { currentSession, endSession, leaveForGood } from './session';

/** D-043: writes the auth log first, with the token still valid and within 3 s; the session ends whatever the answer is. */
export async function signOut(): Promise<void> {
  const session = currentSession();
  if (session) {
    leaveForGood();
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(), 3000);
    const { token: _, wp_token: __, ...user } = session.user;
    try {
      await call(authLog, { ...user, by_user: true }, { signal: giveUp.signal, session: 'keep' });
    } catch {
      // signed out anyway
    }
    clearTimeout(timer);
  }
  endSession({ comeBack: false });
}
