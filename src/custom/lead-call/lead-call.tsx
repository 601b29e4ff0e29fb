import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { call } from '../../providers/calls/call';
import { refreshLeadWork } from '../../providers/calls/lead-calls';
import { useMayDo } from '../../providers/rights';
import { setPlacedCall, type PlacedCall } from '../../providers/screens/lead-reach';
import { openLeadStage } from '../../providers/screens/lead-stage-modal';
import { callOutcomes, dialerOutcome, type CallOutcome, type DeskCall } from '../../schemas/calls/dialer';
import { hangUp } from '../../schemas/calls/telephony';
import { useOneAtATime } from '../../ui/actions/use-one-at-a-time';
import { Icon } from '../../ui/marks/icon';
import { clockText, useSecondsSince } from '../../ui/time/use-seconds';
import { toasts } from '../../ui/toasts/toasts';
import './lead-call.css';
import { onDemand } from '../../ui/dialogs/on-demand';
import { OwnPhone } from './own-phone';
import { usePlacedLine } from './use-placed-call';

const PlacedControls = onDemand('placed-controls', () => import('./placed-controls'));

/** The call of this window over any page: who, how long, Hang up. When it is over, the stage form of its lead opens. */
export default function LeadCall({ placed }: { placed: PlacedCall }): ReactNode {
  const { line, isOver, can, offset } = usePlacedLine(placed);
  const { pathname } = useLocation();
  const end = useEnd(placed);
  const [ending, setEnding] = useState(false);
  const [isTransferring, setTransferring] = useState(false);
  const isDesk = pathname === '/dialer'; // the desk shows the call, and asks for its outcome itself
  const latest = useRef(end);
  useEffect(() => {
    latest.current = end;
  });
  useEffect(() => {
    if (isOver && !isTransferring && !placed.dial) latest.current(isDesk ? 'leave' : firstOutcome(line)); // of an own phone the caller says it
  }, [isOver, isTransferring, isDesk, line, placed.dial]);
  const stop = useOneAtATime(async (then?: () => void) => {
    if (!placed.callId) return;
    setEnding(true);
    try {
      await call(hangUp, { call_id: placed.callId });
      then?.();
    } catch (error) {
      toasts.error(error);
    }
    setEnding(false);
  });
  if (isDesk) return null;
  return (
    <section className="pc" aria-label="Call" data-state={line?.state ?? 'queued'}>
      <span className="pc-sign">
        <Icon name="phone" size={18} />
      </span>
      <div className="pc-who">
        <strong className="p-cut">{placed.name}</strong>
        <span role="status">{placed.dial ? 'On your phone' : words[line?.state ?? 'queued']}</span>
      </div>
      <Clock line={line} offset={offset} />
      {placed.dial ? (
        <OwnPhone busy={ending} onOutcome={(outcome) => void stop(() => end(outcome))} />
      ) : (
        <Button danger type="primary" loading={ending} disabled={!placed.callId} onClick={() => void stop()}>
          Hang up
        </Button>
      )}
      {line && can.length ? <PlacedControls line={line} can={can} onTransfer={setTransferring} /> : null}
    </section>
  );
}

function Clock({ line, offset }: { line: DeskCall | undefined; offset: number }): ReactNode {
  const seconds = useSecondsSince(line?.answered_at ?? line?.started_at, offset);
  return (
    <span className="pc-clock p-num" aria-label="Duration">
      {line ? clockText(seconds) : ''}
    </span>
  );
}

/** Ends the wrap-up with this outcome, once, and opens the lead's stage form; 'leave' only closes the panel. */
function useEnd({ callId, leadId }: PlacedCall): (outcome: CallOutcome | 'leave') => void {
  const client = useQueryClient();
  const mayUpdate = useMayDo('leads')('update');
  const isDone = useRef(false);
  return (outcome) => {
    if (isDone.current) return;
    isDone.current = true;
    setPlacedCall(null);
    if (outcome === 'leave' || !callId) return;
    if (leadId && mayUpdate) openLeadStage({ leadId, dialer: true });
    // A call that ended without a wrap-up (nobody could place it) has its outcome.
    void call(dialerOutcome, { call_id: callId, outcome }).catch(() => undefined);
    refreshLeadWork(client);
  };
}

/** The provider's outcome, as far as it is one that an agent can give. */
const firstOutcome = (line: DeskCall | undefined): CallOutcome =>
  callOutcomes.find((one) => one === line?.outcome) ?? (line?.answered_at ? 'answered' : 'no_answer');

const words: Readonly<Record<DeskCall['state'], string>> = {
  queued: 'Connecting',
  ringing: 'Ringing',
  answered: 'Talking',
  on_hold: 'On hold',
  wrap_up: 'Ended',
  ended: 'Ended',
};
