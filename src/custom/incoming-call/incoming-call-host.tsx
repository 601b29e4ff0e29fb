import type { ReactNode } from 'react';
import { useRingingCalls, type EarlierCalls } from '../../providers/live/ringing-calls';
import { callKey } from '../../providers/live/taken-here';
import { onDemand } from '../../ui/dialogs/on-demand';

const IncomingCall = onDemand('incoming-call', () => import('./incoming-call'));

/** Mounted next to the pages so that the popup survives navigation. It shows one call at a time, then the next one. */
export default function IncomingCallHost(earlier: Partial<EarlierCalls>): ReactNode {
  const { calls, isOver, take, end } = useRingingCalls(earlier);
  const [call] = calls;
  if (!call) return null;
  return (
    <IncomingCall
      key={callKey(call)}
      call={call}
      over={isOver(call)}
      waiting={calls.length - 1}
      onTake={(taken) => take(call, taken)}
      onEnd={() => end(call)}
    />
  );
}
