import { useEffect, type ReactNode } from 'react';
import { fetchMissed } from '../../providers/live/live-gap';
import type { EarlierCalls } from '../../providers/live/ringing-calls';
import IncomingCallHost from './incoming-call-host';

/** Begins with what was heard before its code was here; the server says what has become of it since. */
export default function IncomingCalls(earlier: EarlierCalls): ReactNode {
  useEffect(() => void fetchMissed(), []);
  return <IncomingCallHost {...earlier} />;
}
