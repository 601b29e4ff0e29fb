import { serverNow } from '../../ui/time/server-clock';
import { call } from '../calls/call';
import { refresh } from '../../schemas/calls/session';
import { currentToken, endIfExpired, expiryOf, updateUser } from './session';

/** How long before its expiry a token is renewed, in milliseconds. */
const ahead = 90_000;

/**
 * D-041: renews the token before its `exp` while a tab is open; one renewal serves all tabs. A refused renewal does not end the
 * session, which ends silently at `exp`. Returns a function that stops it.
 */
export function keepRenewing(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const plan = (failures = 0): void => {
    clearTimeout(timer);
    if (stopped || endIfExpired()) return;
    const token = currentToken();
    if (token === undefined) return;
    const left = expiryOf(token) - serverNow();
    // A failed attempt is repeated every 10 s until the token expires.
    const wait = failures ? Math.min(10_000, left + 100) : Math.max(0, Math.min(left - ahead, 2 ** 30));
    timer = setTimeout(() => void renew().then((done) => plan(done ? 0 : failures + 1)), wait);
  };
  const wake = (): void => {
    if (document.visibilityState === 'visible') plan();
  };
  plan();
  document.addEventListener('visibilitychange', wake);
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', wake);
  };
}

/** Requests a new token unless another tab has just got one. False if there is none. */
export async function renew(): Promise<boolean> {
  const stale = (): boolean => {
    const token = currentToken();
    return token !== undefined && expiryOf(token) - serverNow() <= ahead;
  };
  return oneTabAtATime(async () => {
    if (!stale()) return currentToken() !== undefined;
    if (endIfExpired()) return false;
    try {
      const { data } = await call(refresh, {}, { session: 'keep' });
      updateUser({ token: data.token });
      return true;
    } catch {
      return false;
    }
  });
}

/** A browser lock over all tabs; without locks (plain http on another host) each tab renews its own token. */
function oneTabAtATime(work: () => Promise<boolean>): Promise<boolean> {
  const { locks }: { readonly locks?: LockManager } = navigator;
  return locks ? locks.request('token-renewal', work) : work();
}
