import { useSyncExternalStore } from 'react';

/** Where the browser is, for the two pages that stand outside the router. */
const listeners = new Set<() => void>();
const tell = (): void => listeners.forEach((listener) => listener());
const current = (): string => window.location.pathname + window.location.search;

/** Goes to a path of this application without reloading the page. */
export function goTo(path: string, how: { readonly replace?: boolean } = {}): void {
  if (how.replace) window.history.replaceState(null, '', path);
  else window.history.pushState(null, '', path);
  tell();
}

/** Path and query; follows `goTo` and the Back button. */
export function usePlace(): string {
  return useSyncExternalStore(subscribe, current, current);
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  window.addEventListener('popstate', changed);
  return () => {
    listeners.delete(changed);
    window.removeEventListener('popstate', changed);
  };
}
