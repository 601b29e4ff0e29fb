import { useState, type ReactNode } from 'react';
import type { PanelSame } from '../../schemas/calls/lead-page';
import { counted } from '../../schemas/kit/counted';
import type { Lead } from '../../schemas/leads/leads';
import { onDemand } from '../../ui/dialogs/on-demand';
import { Icon } from '../../ui/marks/icon';

const CompareLeads = onDemand('compare-leads', () => import('./compare-leads'));

/** A warning that the same phone number or email belongs to further leads, and the way to compare them. */
export function SamePeople({ lead, same }: { lead: Lead; same: readonly PanelSame[] }): ReactNode {
  const [open, setOpen] = useState(false);
  if (!same.length) return null;
  return (
    <div className="lp-same" role="status">
      <Icon name="warning" size={14} />
      <span>{counted(same.length, 'possible duplicate')}</span>
      <button type="button" className="p-link" onPointerEnter={() => void CompareLeads.warm()} onClick={() => setOpen(true)}>
        Compare
      </button>
      {open ? <CompareLeads lead={lead} same={same} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
