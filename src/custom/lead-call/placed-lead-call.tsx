import { useEffect, useState, type ReactNode } from 'react';
import { placedCallKey, setPlacedCall, type PlacedCall } from '../../providers/screens/lead-reach';
import { recordIn } from '../../schemas/kit/is-record';
import LeadCall from './lead-call';

/** The panel of the call that this tab placed; the tab's storage has the call for a reload. */
export default function PlacedLeadCall({ placed }: { placed: PlacedCall | null }): ReactNode {
  const [before] = useState(storedCall);
  useEffect(() => {
    if (before) setPlacedCall(before);
  }, [before]);
  useEffect(() => {
    if (placed?.callId) sessionStorage.setItem(placedCallKey, JSON.stringify(placed));
    else if (!placed) sessionStorage.removeItem(placedCallKey);
  }, [placed]);
  return placed ? <LeadCall placed={placed} /> : null;
}

/** Undefined where nothing is stored, or something that is not a call. */
function storedCall(): PlacedCall | undefined {
  let stored: unknown;
  try {
    stored = JSON.parse(sessionStorage.getItem(placedCallKey) ?? 'null');
  } catch {
    return undefined;
  }
  const { leadId, name, callId, dial } = recordIn(stored);
  if (typeof callId !== 'string') return undefined;
  const own = typeof dial === 'string' ? { dial } : {};
  return { leadId: typeof leadId === 'string' ? leadId : null, name: String(name), callId, ...own };
}
