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
  // with what was compared then: while the panel is read again, the dialog and its choices stay
  const [compared, setCompared] = useState<readonly PanelSame[]>();
  const navigate = useNavigate();
  const reasons = [...new Set(same.flatMap((one) => one.reasons))];
  const close = (keptId?: string): void => {
    setCompared(undefined);
    if (keptId && keptId !== String(lead.id)) void navigate(leadPath(keptId), { replace: true });
  };
  return (
    <>
      {same.length ? (
        <div className="lp-same" role="status">
          <Icon name="warning" size={14} />
          <span>
            {counted(same.length, 'possible duplicate')}
            {reasons.length ? `: ${reasonsText(reasons)}` : ''}
          </span>
          <button
            type="button"
            className="p-link"
            onPointerEnter={() => void MergeDialog.warm()}
            onClick={() => setCompared(same)}
          >
            Compare
          </button>
        </div>
      ) : null}
      {compared ? <MergeDialog leadId={String(lead.id)} others={compared} onClose={close} /> : null}
    </>
  );
}
