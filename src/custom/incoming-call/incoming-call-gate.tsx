import { useEffect, useState, type ReactNode } from 'react';
import { onLive, type DialerCall } from '../../providers/live/live';
import { takenHere } from '../../providers/live/taken-here';
import { onDemand } from '../../ui/dialogs/on-demand';

const IncomingCalls = onDemand('incoming-calls', () => import('./incoming-calls'));

/** The code of incoming calls comes with the first of them: of a page's first visit it would be a kilobyte. */
export default function IncomingCallGate(): ReactNode {
  const [wanted, setWanted] = useState(() => takenHere() !== undefined);
  const [heard, setHeard] = useState<readonly DialerCall[]>([]);
  const [isNew, setNew] = useState(true);
  const [claimed, setClaimed] = useState<string>();
  useEffect(() => {
    const stops = [
      onLive('dialer_call', (call) => {
        setHeard((now) => [...now, call]);
        setWanted(true);
      }),
      onLive('call_claimed', ({ call_id: id }) => setClaimed(id)),
      onLive('live_calls', ({ calls = [] }) => (calls.length ? setWanted(true) : setNew(false))),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  return wanted ? <IncomingCalls heard={heard} isNew={isNew} claimed={claimed} /> : null;
}
