import { useEffect } from 'react';
import { afterPage } from '../../ui/actions/use-delay';
import { renewLive, startLive } from './live-socket';
import { isPartner } from '../../schemas/kit/access';
import { useSession } from '../session/session';

/**
 * Keeps the live channel open as long as this user is signed in. It connects after the page's own requests and then catches up.
 */
export function useLive(): void {
  const user = useSession()?.user;
  const hears = user && !isPartner(user);
  const [id, token] = hears ? [user.id, user.token] : [];
  useEffect(() => {
    if (id === undefined) return undefined;
    let stop: (() => void) | undefined;
    const timer = setTimeout(() => (stop = startLive()), afterPage);
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, [id]);
  useEffect(() => {
    if (token !== undefined) renewLive(token);
  }, [token]);
}
