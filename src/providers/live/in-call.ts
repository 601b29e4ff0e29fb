import { onSessionEnd } from '../session/session';
import { createStore, useStore } from '../store';
import { onLive } from './live';

/** The calls of this user that go on, by id. */
const going = createStore<ReadonlySet<string>>(new Set());
/** Whether this user is in a call, in whichever window. */
export const useInCall = (): boolean => useStore(going).size > 0;

const goesOn: ReadonlySet<string> = new Set(['ringing', 'answered', 'on_hold']);

onLive('call_state', ({ call_id: id, state }) => {
  const now = new Set(going.get());
  if (goesOn.has(state)) now.add(id);
  else now.delete(id);
  going.set(now);
});
// A window that was opened, or comes back, asks what goes on. An incoming call is one from when it is taken.
onLive('live_calls', ({ calls, placed = [] }) => {
  const taken = calls.flatMap(({ state, call_id: id }) => (state === 'answered' && id ? [id] : []));
  going.set(new Set([...taken, ...placed]));
});
onSessionEnd(() => going.set(new Set()));
