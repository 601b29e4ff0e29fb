import { useEffect, useState } from 'react';
import { ringsForSeconds } from '../../schemas/kit/live-call';
import { serverNow } from '../../ui/time/server-clock';
import { onLive, type DialerCall } from './live';
import { onSessionEnd } from '../session/session';

/** A call that this old was committed before the server read the list of calls. */
const marginMs = 5000;

export interface RingingCalls {
  readonly calls: readonly DialerCall[];
  /** This window takes the call: it stays here, and leaves the others once the server says so. False: it could not be asked. */
  readonly take: (call: DialerCall, taken: boolean) => void;
  /** The call is over, or is no longer this window's; the other tabs drop it too. */
  readonly end: (call: DialerCall) => void;
}

/**
 * The incoming calls of this user that ring, and those that were taken in this window, oldest first. One that is taken or ends
 * elsewhere, or that nobody takes, leaves at once. A window that opens later learns of them from the server.
 */
export function useRingingCalls(): RingingCalls {
  const [calls, setCalls] = useState<readonly DialerCall[]>([]);
  const [own] = useState(() => ({
    tabs: new BroadcastChannel('dialer-calls'),
    taken: new Set<string>(),
    over: new Set<string>(),
    isNew: true,
  }));
  const [actions] = useState(() => {
    const drop = (key: string): void => {
      own.over.add(key);
      setCalls((now) => now.filter((one) => callKey(one) !== key));
    };
    const add = (call: DialerCall): void =>
      setCalls((now) =>
        own.over.has(callKey(call)) || now.some((one) => callKey(one) === callKey(call)) ? now : [...now, call],
      );
    const turn = (key: string, state: 'ringing' | 'answered'): void =>
      setCalls((now) => now.map((one) => (callKey(one) === key && one.state !== state ? { ...one, state } : one)));
    const answered = (key: string): void => (own.taken.has(key) ? turn(key, 'answered') : drop(key));
    return { drop, add, turn, answered };
  });
  useEffect(() => {
    const { drop, add, answered } = actions;
    const ended = ({ data }: MessageEvent): void => drop(String(data));
    own.tabs.addEventListener('message', ended);
    const stops = [
      onLive('dialer_call', add),
      onLive('call_state', ({ call_id: id, state }) => {
        if (state === 'ended') drop(id);
        else if (state === 'answered') answered(id);
      }),
      onLive('call_claimed', ({ call_id: id }) => {
        own.taken.add(id);
        own.over.delete(id); // the server's word that it is taken may have come first
      }),
      onLive('live_calls', ({ calls: live = [], now }) => {
        const isOver = (one: DialerCall): boolean =>
          Date.parse(one.at ?? now) < Date.parse(now) - marginMs && !live.some(({ call_id }) => call_id === one.call_id);
        setCalls((held) => (held.some(isOver) ? held.filter((one) => !isOver(one)) : held));
        for (const call of live) {
          // A call that is talked on belongs to the window that took it, or to one that was opened since.
          if (own.isNew && call.state === 'answered') own.taken.add(callKey(call));
          if (call.state === 'answered') answered(callKey(call));
          if (call.state === 'ringing' || own.taken.has(callKey(call))) add(call);
        }
        own.isNew = false;
      }),
      onSessionEnd(() => setCalls([])),
    ];
    return () => {
      own.tabs.removeEventListener('message', ended);
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
  return {
    calls,
    take: (call, taken) => {
      own.taken[taken ? 'add' : 'delete'](callKey(call));
      actions.turn(callKey(call), taken ? 'answered' : 'ringing');
    },
    end: (call) => {
      actions.drop(callKey(call));
      own.tabs.postMessage(callKey(call));
    },
  };
}

export const callKey = ({ call_id: id, requestBody }: DialerCall): string =>
  id ?? `${requestBody.id ?? ''}:${requestBody.phone ?? ''}`;
