import { useEffect, useState, type ReactNode } from 'react';
import { placedCallKey, setPlacedCall, type PlacedCall } from '../../providers/screens/lead-reach';
import { readJson, tabStored } from '../../providers/stored';
import { recordIn } from '../../schemas/kit/is-record';
import LeadCall from './lead-call';

/** The panel of the call that this tab placed; the tab's storage has the call for a reload. */
export default function PlacedLeadCall({ placed }: { placed: PlacedCall | null }): ReactNode {
  const [before] = useState(storedCall);
  useEffect(() => {
    if (before) setPlacedCall(before);
  }, [before]);
  useEffect(() => {
    if (placed?.callId) tabStored.write(placedCallKey, JSON.stringify(placed));
    else if (!placed) tabStored.write(placedCallKey, undefined);
  }, [placed]);
  return placed ? <LeadCall placed={placed} /> : null;
}

/** Undefined where nothing is stored, or something that is not a call. */
function storedCall(): PlacedCall | undefined {
  const { leadId, name, callId, dial } = recordIn(readJson(tabStored.read(placedCallKey)));
  if (typeof callId !== 'string') return undefined;
  const own = typeof dial === 'string' ? { dial } : {};
  return { leadId: typeof leadId === 'string' ? leadId : null, name: String(name), callId, ...own };
}
