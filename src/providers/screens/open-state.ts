import { useSyncExternalStore } from 'react';

/** One dialog of the shell: who opens it and the place that shows it need not know each other. */
export interface OpenState {
  readonly open: () => void;
  readonly close: () => void;
  /** Is it open? Renders again when that changes. */
  readonly useOpen: () => boolean;
}

export function openState(): OpenState {
  let isOpen = false;
  const listeners = new Set<() => void>();
  const set = (next: boolean): void => {
    isOpen = next;
    for (const tell of listeners) tell();
  };
  const subscribe = (changed: () => void): (() => void) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  };
  const current = (): boolean => isOpen;
  return { open: () => set(true), close: () => set(false), useOpen: () => useSyncExternalStore(subscribe, current, current) };
}
