import { useSyncExternalStore } from 'react';
import type { Who } from '../../schemas/kit/access';

/** The signed-in user as the access rules look at it; the session sets it after sign-in and when rights arrive. */
let who: Who | null = null;
const listeners = new Set<() => void>();

export function setWho(next: Who | null): void {
  who = next;
  for (const tell of listeners) tell();
}
export const currentWho = (): Who | null => who;
export function onWho(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useWho(): Who | null {
  return useSyncExternalStore(onWho, currentWho, currentWho);
}
