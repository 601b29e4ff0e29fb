import type { ReactNode } from 'react';
import type { Lead } from '../../schemas/leads/leads';
import { leadName } from '../../ui/leads/lead-text';
import { ReferDialog } from '../../ui/leads/refer-dialog';
import { ReassignDialog } from './reassign-dialog';

/** What the user is asked about one lead of the list. */
export interface AskedOfLead {
  readonly what: 'reassign' | 'refer';
  readonly lead: Lead;
}
export default function RowDialog({ asked: { what, lead }, onClose }: { asked: AskedOfLead; onClose: () => void }): ReactNode {
  const Dialog = what === 'refer' ? ReferDialog : ReassignDialog;
  return <Dialog leads={{ chosen: { lead_ids: [lead.id] }, count: 1, text: leadName(lead) }} onClose={onClose} />;
}
