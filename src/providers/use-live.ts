import { useEffect } from 'react';
import { renewLive, startLive } from './live-socket';
import { useSession } from './session';

/** The live channel stands as long as this user is signed in. */
export function useLive(): void {
  const user = useSession()?.user;
  const [id, token] = [user?.id, user?.token];
  useEffect(() => (id === undefined ? undefined : startLive()), [id]);
  useEffect(() => {
    if (token !== undefined) renewLive(token);
  }, [token]);
}
