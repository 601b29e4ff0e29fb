import { useSyncExternalStore, type ReactNode } from 'react';
import { useStale } from '../../providers/live/live-fallback';

/** Says that the connection is gone, or the server behind it, as long as it is; forms keep what was typed. */
export function OfflineBar(): ReactNode {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const stale = useStale();
  const said = online
    ? stale
      ? 'The server does not answer. What you see may be old; it is asked again by itself.'
      : ''
    : 'You are offline. What you typed is kept; save it when the connection is back.';
  return (
    <div role="status" className={said ? 'p-offline' : undefined}>
      {said}
    </div>
  );
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}
