import { Button, Checkbox } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { call } from '../../providers/calls/call';
import { useMayDo } from '../../providers/rights';
import { leadsApart, type SuspectLead, type SuspectPair } from '../../schemas/calls/lead-suspects';
import { leadPath } from '../../schemas/kit/lead-page';
import { reasonsText } from '../../schemas/kit/lead-suspects';
import { phoneText } from '../../schemas/kit/phone-text';
import { MergeDialog } from '../../ui/leads/merge-on-demand';
import { Time } from '../../ui/time/time';
import { toasts } from '../../ui/toasts/toasts';

/** Two leads next to each other, why they may be one person, and what can be done about it. */
export function SuspectRow({
  pair: { one, other, reasons },
  state,
  chosen,
  onChoose,
  onDone,
}: {
  pair: SuspectPair;
  state: 'open' | 'apart';
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
  onDone: () => void;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const mayDecide = useMayDo(leadsApart)('update');
  const why = reasonsText(reasons);
  const decide = async (apart: boolean): Promise<void> => {
    setBusy(true);
    try {
      const { message } = await call(leadsApart, { lead_id: one.id, other_id: other.id, apart });
      toasts.success(message ?? 'Saved.');
      onDone();
    } catch (error) {
      toasts.error(error);
    }
    setBusy(false);
  };
  return (
    <li className="ms-pair">
      <Checkbox
        aria-label={`Select ${one.name ?? 'lead'} and ${other.name ?? 'lead'}`}
        checked={chosen}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <Person lead={one} />
      <Person lead={other} />
      <div className="ms-do">
        <span className="p-quiet">{why.charAt(0).toUpperCase() + why.slice(1)}</span>
        {mayDecide ? (
          <Button size="small" type="text" disabled={busy} onClick={() => void decide(state === 'open')}>
            {state === 'open' ? 'Not the same person' : 'Check again'}
          </Button>
        ) : null}
        <Button
          size="small"
          aria-label={`Compare ${one.name ?? 'lead'} and ${other.name ?? 'lead'}`}
          onPointerEnter={() => void MergeDialog.warm()}
          onClick={() => setOpen(true)}
        >
          Compare
        </Button>
      </div>
      {open ? (
        <MergeDialog
          leadId={one.id}
          others={[{ id: other.id, name: other.name ?? 'Lead' }]}
          onClose={() => {
            setOpen(false);
            onDone();
          }}
        />
      ) : null}
    </li>
  );
}

function Person({ lead }: { lead: SuspectLead }): ReactNode {
  const details = [lead.phone ? phoneText(lead.phone) : null, lead.email, lead.city].filter(Boolean);
  return (
    <div className="ms-person">
      <Link to={leadPath(lead.id)}>{lead.name ?? 'No name'}</Link>
      <span>{details.join(' · ') || '–'}</span>
      <span className="p-quiet">
        {[lead.stage_name, lead.owner_name ?? 'No owner'].filter(Boolean).join(' · ')} · <Time at={lead.created_at} />
      </span>
    </div>
  );
}
