import { Button } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import type { CallOutcome } from '../../schemas/calls/dialer';
import { outcomeLabels } from '../../schemas/kit/call-outcomes';

/** The caller's own phone dials. Back on the page, they say how it went. */
export function OwnPhone({ busy, onOutcome }: { busy: boolean; onOutcome: (outcome: CallOutcome) => void }): ReactNode {
  const [back, setBack] = useState(false);
  useEffect(() => {
    let left = false;
    const look = (): void => {
      if (document.visibilityState === 'hidden') left = true;
      else if (left) setBack(true);
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  if (!back) return <Button onClick={() => setBack(true)}>Call ended</Button>;
  return (
    <div className="pc-ask" role="group" aria-label="How did the call go?">
      <span className="p-quiet">How did the call go?</span>
      {choices.map((outcome) => (
        <Button key={outcome} size="small" disabled={busy} onClick={() => onOutcome(outcome)}>
          {outcomeLabels[outcome]}
        </Button>
      ))}
    </div>
  );
}

/** How a call from the caller's own phone can end; what only a provider notices is not offered. */
const choices: readonly CallOutcome[] = ['answered', 'no_answer', 'busy', 'unreachable', 'invalid'];
