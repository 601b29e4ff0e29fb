import type { ReactNode } from 'react';
import { useStale } from '../../providers/live/live-fallback';
import { useStore, type Followed } from '../../providers/store';

/** Shown while the network or the server cannot be reached; forms keep what was typed. */
export function OfflineBar(): ReactNode {
  const online = useStore(line);
  const stale = useStale();
  const message = online
    ? stale
      ? 'The server is not responding. What you see may be out of date; it will be updated automatically.'
      : ''
    : 'You are offline. What you typed is kept; save it when the connection is back.';
  return (
    <div role="status" className={message ? 'p-offline' : undefined}>
      {message}
    </div>
  );
}

const line: Followed<boolean> = {
  get: () => navigator.onLine,
  subscribe(changed) {
    window.addEventListener('online', changed);
    window.addEventListener('offline', changed);
    return () => {
      window.removeEventListener('online', changed);
      window.removeEventListener('offline', changed);
    };
  },
};
