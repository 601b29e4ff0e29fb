import type { ReactNode } from 'react';
import { useLeadPanel } from '../../providers/calls/lead-calls';
import { useMayDo } from '../../providers/rights';
import type { Lead } from '../../schemas/leads/leads';
import { Journey } from './journey';
import { NoteComposer } from './note-composer';

/** The tab 'conversion': what happened with the lead, and a note about it. */
export default function Conversion({ lead }: { lead: Lead }): ReactNode {
  const id = String(lead.id);
  const isOnlyRead = useLeadPanel(id).data?.referral?.only_read === true;
  const mayNote = useMayDo('notes')('create') && !isOnlyRead;
  return (
    <div className="lp-stream">
      {mayNote ? <NoteComposer key={id} leadId={id} /> : null}
      <Journey leadId={id} />
    </div>
  );
}
