import { useEffect } from 'react';
import { afterPage } from '../../ui/actions/use-waited';
import { renewLive, startLive } from './live-socket';
import { useSession } from '../session/session';

/** The live channel stands as long as this user is signed in. It leaves the page its turn and asks for what came meanwhile. */
export function useLive(): void {
  const user = useSession()?.user;
  const [id, token] = [user?.id, user?.token];
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
