import { useEffect, useState, type ReactNode } from 'react';
import { placedCallKey, usePlacedCall } from '../../providers/screens/lead-reach';
import { tabStored } from '../../providers/stored';
import { onDemand } from '../../ui/dialogs/on-demand';

const PlacedLeadCall = onDemand('lead-call', () => import('./placed-lead-call'));

/** Mounted next to the pages, so that the panel of a placed call survives navigation; and, in this tab, a reload. */
export default function LeadCallHost(): ReactNode {
  const placed = usePlacedCall();
  const [wasPlaced] = useState(() => tabStored.read(placedCallKey) !== null);
  // the panel is gone with its call: what it stored for a reload goes too
  useEffect(() => {
    if (!placed && !wasPlaced) tabStored.write(placedCallKey, undefined);
  }, [placed, wasPlaced]);
  return placed || wasPlaced ? <PlacedLeadCall placed={placed} /> : null;
}
