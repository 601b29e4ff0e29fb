import { onSessionEnd } from '../session/session';
import { createStore, useStore } from '../store';
import { onLive } from './live';

/** The calls of this user that are in progress, by id. */
const current = createStore<ReadonlySet<string>>(new Set());
/** Whether this user is in a call, in whichever window. */
export const useInCall = (): boolean => useStore(current).size > 0;

const inProgress: ReadonlySet<string> = new Set(['ringing', 'answered', 'on_hold']);

onLive('call_state', ({ call_id: id, state }) => {
  const now = new Set(current.get());
  if (inProgress.has(state)) now.add(id);
  else now.delete(id);
  current.set(now);
});
// A window that was opened, or comes back, asks which there are. An incoming call counts once it is taken.
onLive('live_calls', ({ calls, placed = [] }) => {
  const taken = calls.flatMap(({ state, call_id: id }) => (state === 'answered' && id ? [id] : []));
  current.set(new Set([...taken, ...placed]));
});
onSessionEnd(() => current.set(new Set()));
