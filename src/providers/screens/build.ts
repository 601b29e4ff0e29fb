import { useSyncExternalStore } from 'react';

/** The build that this document came from; nothing while developing. */
const own = typeof document === 'undefined' ? undefined : document.querySelector<HTMLMetaElement>('meta[name=build]')?.content;
const listeners = new Set<() => void>();
let newer = false;

/** What an answer says of the server's build. */
export function noteBuild(build: string | null, page = own): void {
  const other = Boolean(page && build && build !== page);
  if (other === newer || !build) return;
  newer = other;
  for (const tell of listeners) tell();
}

/** Does the server stand on another build than this page? */
export const useNewBuild = (): boolean => useSyncExternalStore(subscribe, isNewer, isNewer);

const isNewer = (): boolean => newer;
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
