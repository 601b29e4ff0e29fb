import { useSyncExternalStore } from 'react';
import { mayDo, type Operation, type Who } from '../../schemas/kit/access';
import type { CallSpec } from '../../schemas/kit/call';
import type { AnyResource } from '../../schemas/kit/resource';

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

/** Answered from memory: buttons in every row ask. */
export function useMayDo(resource: Pick<AnyResource, 'access'>): (operation: Operation) => boolean {
  const now = useWho();
  return (operation) => mayDo(now, resource.access, operation);
}

/** The same for calls: `may(leadReassign)`. */
export function useMayCall(): (call: Pick<CallSpec, 'access' | 'as'>) => boolean {
  const now = useWho();
  return ({ access, as }) => mayDo(now, access, as);
}
