import { useEffect } from 'react';
import { renewLive, startLive } from './live-socket';
import { useSession } from './session';

/** Milliseconds that the channel leaves to the page: what is shown first does not wait for it. It asks for what came meanwhile. */
const afterPage = 400;

/** The live channel stands as long as this user is signed in. */
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
