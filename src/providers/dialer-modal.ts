import { useSyncExternalStore } from 'react';

/** Is the dialer open over the page? The header's icon and, on a phone, the floating button open it. */
let open = false;
const listeners = new Set<() => void>();

export const openDialer = (): void => set(true);
export const closeDialer = (): void => set(false);
export const useDialerOpen = (): boolean => useSyncExternalStore(subscribe, current, current);

function set(next: boolean): void {
  open = next;
  for (const tell of listeners) tell();
}
function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
const current = (): boolean => open;
