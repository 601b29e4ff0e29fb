import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { PanelSame } from '../../schemas/calls/lead-page';
import { counted } from '../../schemas/kit/counted';
import { leadPath } from '../../schemas/kit/lead-page';
import { reasonsText } from '../../schemas/kit/lead-suspects';
import type { Lead } from '../../schemas/leads/leads';
import { MergeDialog } from '../../ui/leads/merge-on-demand';
import { Icon } from '../../ui/marks/icon';

/** A warning that further leads may be the same person, why, and the way to compare and merge them. */
export function SamePeople({ lead, same }: { lead: Lead; same: readonly PanelSame[] }): ReactNode {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  if (!same.length) return null;
  const reasons = [...new Set(same.flatMap((one) => one.reasons))];
  const close = (keptId?: string): void => {
    setOpen(false);
    if (keptId && keptId !== String(lead.id)) void navigate(leadPath(keptId), { replace: true });
  };
  return (
    <div className="lp-same" role="status">
      <Icon name="warning" size={14} />
      <span>
        {counted(same.length, 'possible duplicate')}
        {reasons.length ? `: ${reasonsText(reasons)}` : ''}
      </span>
      <button type="button" className="p-link" onPointerEnter={() => void MergeDialog.warm()} onClick={() => setOpen(true)}>
        Compare
      </button>
      {open ? <MergeDialog leadId={String(lead.id)} others={same} onClose={close} /> : null}
    </div>
  );
}
