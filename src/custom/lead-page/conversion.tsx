import type { ReactNode } from 'react';
import type { Lead } from '../../schemas/leads/leads';
import { useMayChangeLead } from '../../ui/leads/use-may-change-lead';
import { Journey } from './journey';
import { NoteComposer } from './note-composer';

/** The tab 'conversion': what happened with the lead, and a note about it. */
export default function Conversion({ lead }: { lead: Lead }): ReactNode {
  const id = String(lead.id);
  const mayNote = useMayChangeLead(id, 'notes', 'create');
  return (
    <div className="lp-stream">
      {mayNote ? <NoteComposer key={id} leadId={id} /> : null}
      <Journey leadId={id} />
    </div>
  );
}
