import { useSyncExternalStore, type ReactNode } from 'react';

/** Says that the connection is gone, as long as it is; forms keep what was typed. */
export function OfflineBar(): ReactNode {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className={online ? undefined : 'p-offline'}>
      {online ? '' : 'You are offline. What you typed is kept; save it when the connection is back.'}
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
