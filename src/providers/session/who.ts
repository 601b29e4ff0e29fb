import type { Who } from '../../schemas/kit/access';
import { createStore, useStore } from '../store';

/** The signed-in user as the access rules look at it; the session sets it after sign-in and when rights arrive. */
const who = createStore<Who | null>(null);

export const { get: currentWho, set: setWho, subscribe: onWho } = who;
export const useWho = (): Who | null => useStore(who);
