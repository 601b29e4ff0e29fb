import { useSyncExternalStore } from 'react';

/** Is the Feedback modal open? The header's icon and, on a phone, the user menu open it. */
let open = false;
const listeners = new Set<() => void>();

export const openFeedback = (): void => set(true);
export const closeFeedback = (): void => set(false);
export const useFeedbackOpen = (): boolean => useSyncExternalStore(subscribe, current, current);

function set(next: boolean): void {
  open = next;
  for (const tell of listeners) tell();
}
function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
const current = (): boolean => open;
