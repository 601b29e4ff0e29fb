import { useEffect, useState } from 'react';
import { onLive, type DialerCall } from './live';
import { onSessionEnd } from '../session/session';

/** Calls that ring for this user, oldest first; a call that ends in one tab ends in the others. */
export function useRingingCalls(): { calls: readonly DialerCall[]; end: (call: DialerCall) => void } {
  const [calls, setCalls] = useState<readonly DialerCall[]>([]);
  const [tabs] = useState(() => new BroadcastChannel('dialer-calls'));
  const drop = (key: string): void => setCalls((now) => now.filter((one) => callKey(one) !== key));
  useEffect(() => {
    const ended = ({ data }: MessageEvent): void => drop(String(data));
    tabs.addEventListener('message', ended);
    const stops = [
      onLive('dialer_call', (call) => {
        setCalls((now) => (now.some((one) => callKey(one) === callKey(call)) ? now : [...now, call]));
      }),
      onSessionEnd(() => setCalls([])),
    ];
    return () => {
      tabs.removeEventListener('message', ended);
      stops.forEach((stop) => stop());
    };
  }, [tabs]);
  return {
    calls,
    end: (call) => {
      drop(callKey(call));
      tabs.postMessage(callKey(call));
    },
  };
}

export const callKey = ({ call_id: id, requestBody }: DialerCall): string =>
  id ?? `${requestBody.id ?? ''}:${requestBody.phone ?? ''}`;
