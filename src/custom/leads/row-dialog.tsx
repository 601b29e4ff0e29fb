import type { ReactNode } from 'react';
import type { Lead } from '../../schemas/leads/leads';
import { leadName } from '../../ui/leads/lead-text';
import { MergeDialog } from '../../ui/leads/merge-on-demand';
import { QueueDialog } from '../../ui/leads/queue-on-demand';
import { ReferDialog } from '../../ui/leads/refer-dialog';
import { ReassignDialog } from './reassign-dialog';

const dialogs = { reassign: ReassignDialog, refer: ReferDialog, queue: QueueDialog };
/** What the user is asked about one lead of the list. */
export interface AskedOfLead {
  readonly what: keyof typeof dialogs | 'merge';
  readonly lead: Lead;
}
export default function RowDialog({ asked: { what, lead }, onClose }: { asked: AskedOfLead; onClose: () => void }): ReactNode {
  if (what === 'merge') return <MergeDialog leadId={String(lead.id)} others={[]} onClose={onClose} />;
  const Dialog = dialogs[what];
  return <Dialog leads={{ chosen: { lead_ids: [lead.id] }, count: 1, text: leadName(lead) }} onClose={onClose} />;
}
