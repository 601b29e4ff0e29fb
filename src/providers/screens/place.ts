import { createEvent, useStore, type Followed } from '../store';

const moved = createEvent();
const current = (): string => window.location.pathname + window.location.search;

/** Goes to a path of this application without a reload. */
export function goTo(path: string, how: { readonly replace?: boolean } = {}): void {
  if (how.replace) window.history.replaceState(null, '', path);
  else window.history.pushState(null, '', path);
  moved.tell();
}

/** Path and query, for the two pages outside the router; follows `goTo` and the Back button. */
export const usePlace = (): string => useStore(place);

const place: Followed<string> = {
  get: current,
  subscribe(changed) {
    const stop = moved.on(changed);
    window.addEventListener('popstate', changed);
    return () => {
      stop();
      window.removeEventListener('popstate', changed);
    };
  },
};
