import { useEffect, useState } from 'react';
import { ringsForSeconds } from '../../schemas/kit/live-call';
import { serverNow } from '../../ui/time/server-clock';
import { onLive, type DialerCall } from './live';
import { onSessionEnd } from '../session/session';
import { createStore, useStore } from '../store';
import { callKey, takenHere, takeHere } from './taken-here';

/** A call that this old was committed before the server read the list of calls. */
const marginMs = 5000;

const hasCalls = createStore(false);
/** Whether an incoming call rings, or is talked on in this window. */
export const useHasCalls = (): boolean => useStore(hasCalls);

/** What the window knew before it followed its calls. */
export interface EarlierCalls {
  readonly heard: readonly DialerCall[];
  /** The server has not yet said which calls there are. */
  readonly isNew: boolean;
  /** A colleague's call that was taken over here. */
  readonly claimed: string | undefined;
}
export interface RingingCalls {
  readonly calls: readonly DialerCall[];
  /** It was talked on in this window until the other side ended it: its result is still to be entered. */
  readonly isOver: (call: DialerCall) => boolean;
  /** This window takes the call: it stays here, and leaves the others once the server says so. False: it could not be asked. */
  readonly take: (call: DialerCall, taken: boolean) => void;
  /** The call is over, or is no longer this window's; the other tabs drop it too. */
  readonly end: (call: DialerCall) => void;
}

/**
 * The incoming calls of this user that ring, and those that were taken in this window, oldest first. One that is taken or ends
 * elsewhere, or that nobody takes, leaves at once. A window that opens later learns of them from the server. One that was taken here
 * stays when the other side ends it, until `end`, also over a reload. For the one place that shows them.
 */
export function useRingingCalls({ heard = [], isNew = true, claimed }: Partial<EarlierCalls> = {}): RingingCalls {
  const [calls, setCalls] = useState<readonly DialerCall[]>([]);
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set());
  const [own] = useState(() => newWindow(isNew, claimed));
  const [actions] = useState(() => actionsOf(own, setCalls, setEnded));
  const [first] = useState(heard);
  useEffect(() => first.forEach(actions.add), [first, actions]);
  useEffect(() => {
    const { drop, add, answered, end } = actions;
    const dropped = ({ data }: MessageEvent): void => drop(String(data));
    own.tabs.addEventListener('message', dropped);
    const stops = [
      onLive('dialer_call', add),
      onLive('call_state', ({ call_id: id, state, by_user: byUser = false }) => {
        if (state === 'ended') end(id, byUser);
        else if (state === 'answered') answered(id);
      }),
      onLive('call_claimed', ({ call_id: id }) => {
        own.claimed = id;
        own.taken.add(id);
        own.over.delete(id); // the server's word that it is taken may have come first
      }),
      onLive('live_calls', ({ calls: live = [], now }) => {
        const isOver = (one: DialerCall): boolean =>
          Date.parse(one.at ?? now) < Date.parse(now) - marginMs && !live.some(({ call_id }) => call_id === one.call_id);
        for (const one of own.known.values()) if (isOver(one) && !own.over.has(callKey(one))) end(callKey(one), false);
        const left = own.isNew ? takenHere() : undefined;
        if (left && !live.some(({ call_id }) => call_id === left.call_id)) {
          add({ ...left, state: 'answered' });
          end(callKey(left), false);
        }
        for (const call of live) {
          // A call that is talked on belongs to the window that took it, or to one that was opened since.
          if (own.isNew && call.state === 'answered') own.taken.add(callKey(call));
          if (call.state === 'answered') answered(callKey(call));
          if (call.state === 'ringing' || own.taken.has(callKey(call))) add(call);
          if (own.claimed !== call.call_id) continue;
          takeHere(call);
          own.claimed = undefined;
        }
        own.isNew = false;
      }),
      onSessionEnd(() => {
        takeHere(undefined);
        setCalls([]);
      }),
    ];
    return () => {
      own.tabs.removeEventListener('message', dropped);
      stops.forEach((stop) => stop());
    };
  }, [own, actions]);
  useEffect(() => {
    const timers = calls.flatMap((call) => {
      const began = Date.parse(call.at ?? '');
      if (call.state === 'answered' || Number.isNaN(began)) return [];
      return setTimeout(() => actions.drop(callKey(call)), Math.max(0, began + ringsForSeconds * 1000 - serverNow()));
    });
    return () => timers.forEach(clearTimeout);
  }, [calls, actions]);
  const some = calls.length > 0;
  useEffect(() => {
    hasCalls.set(some);
    return () => hasCalls.set(false);
  }, [some]);
  return {
    calls,
    isOver: (call) => ended.has(callKey(call)),
    take: (call, taken) => {
      own.taken[taken ? 'add' : 'delete'](callKey(call));
      takeHere(taken ? call : undefined);
      actions.turn(callKey(call), taken ? 'answered' : 'ringing');
    },
    end: (call) => {
      actions.drop(callKey(call));
      own.tabs.postMessage(callKey(call));
    },
  };
}

interface WindowCalls {
  readonly tabs: BroadcastChannel;
  readonly taken: Set<string>;
  readonly over: Set<string>;
  readonly known: Map<string, DialerCall>;
  /** A colleague's call that was taken over here last. */
  claimed: string | undefined;
  isNew: boolean;
}
/** What this window knows of calls. */
const newWindow = (isNew: boolean, claimed: string | undefined): WindowCalls => ({
  tabs: new BroadcastChannel('dialer-calls'),
  taken: new Set(claimed === undefined ? [] : [claimed]),
  over: new Set(),
  known: new Map(),
  claimed,
  isNew,
});
type Change<T> = (next: (now: T) => T) => void;

function actionsOf(own: WindowCalls, setCalls: Change<readonly DialerCall[]>, setEnded: Change<ReadonlySet<string>>) {
  const drop = (key: string): void => {
    own.over.add(key);
    if (takenHere(key)) takeHere(undefined);
    setCalls((now) => now.filter((one) => callKey(one) !== key));
  };
  const add = (call: DialerCall): void => {
    own.known.set(callKey(call), call);
    setCalls((now) => (own.over.has(callKey(call)) || now.some((one) => callKey(one) === callKey(call)) ? now : [...now, call]));
  };
  const turn = (key: string, state: 'ringing' | 'answered'): void =>
    setCalls((now) => now.map((one) => (callKey(one) === key && one.state !== state ? { ...one, state } : one)));
  const answered = (key: string): void => {
    if (!own.taken.has(key)) return drop(key);
    const call = own.known.get(key);
    if (own.over.delete(key) && call) add(call); // the call continues: the provider refused the transfer
    turn(key, 'answered');
  };
  /** `byUser`: in another window of the user, which opens the form. */
  const end = (key: string, byUser: boolean): void =>
    byUser || !takenHere(key) ? drop(key) : setEnded((now) => new Set([...now, key]));
  return { drop, add, turn, answered, end };
}
