import { serverNow } from '../../ui/time/server-clock';
import { onSessionEnd } from '../session/session';
import { createStore, useStore } from '../store';
import { onLive } from './live';

/** The calls of this user that are in progress: by id, when that was last heard, in the server's time. */
const current = createStore<ReadonlyMap<string, number>>(new Map());
const ended = new Set<string>();
/** Whether this user is in a call, in whichever window. */
export const useInCall = (): boolean => useStore(current).size > 0;

const inProgress: ReadonlySet<string> = new Set(['ringing', 'answered', 'on_hold']);

onLive('call_state', ({ call_id: id, state }) => {
  const now = new Map(current.get());
  if (inProgress.has(state)) now.set(id, serverNow());
  else {
    now.delete(id);
    ended.add(id);
  }
  current.set(now);
});
// A window that was opened, or comes back, asks which there are. An incoming call counts once it is taken. What was heard since the
// answer was written holds.
onLive('live_calls', ({ calls, placed, now }) => {
  const at = Date.parse(now);
  const taken = calls.flatMap(({ state, call_id: id }) => (state === 'answered' && id ? [id] : []));
  const told = [...taken, ...placed].filter((id) => !ended.has(id)).map((id) => [id, at] as const);
  const since = [...current.get()].filter(([, heard]) => heard > at);
  current.set(new Map([...told, ...since]));
});
onSessionEnd(() => current.set(new Map()));
