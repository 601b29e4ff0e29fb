import { createStore, useStore } from '../store';

/** The open state of one dialog of the shell, so that the button that opens it and the place that shows it are independent. */
export interface OpenState {
  readonly open: () => void;
  readonly close: () => void;
  /** Whether it is open; renders again when that changes. */
  readonly useOpen: () => boolean;
}

export function openState(): OpenState {
  const isOpen = createStore(false);
  return { open: () => isOpen.set(true), close: () => isOpen.set(false), useOpen: () => useStore(isOpen) };
}
