import { useState, type ReactNode } from 'react';
import { useMayDo } from '../../providers/rights';
import { leadRefer } from '../../schemas/calls/lead-referrals';
import { leadReassign } from '../../schemas/calls/leads';
import type { Lead } from '../../schemas/leads/leads';
import type { MenuChoice } from '../../ui/actions/menu-button';
import { onDemand } from '../../ui/dialogs/on-demand';
import { leadName } from '../../ui/leads/lead-text';
import type { LeadsToRefer } from '../../ui/leads/refer-dialog';
import { ReferDialog } from '../../ui/leads/refer-on-demand';

const ReassignDialog = onDemand('reassign-dialog', async () => ({ default: (await import('./reassign-dialog')).ReassignDialog }));

export type DialogLeads = Pick<LeadsToRefer, 'chosen' | 'text'>;
const dialogs = { reassign: ReassignDialog, refer: ReferDialog };
type What = keyof typeof dialogs;

/** Re-assigning and referring one lead: the menu items of its row, and the open dialog. */
export function useAssignDialogs(): {
  readonly choices: (lead: Lead) => readonly MenuChoice[];
  readonly dialog: ReactNode;
} {
  const [open, setOpen] = useState<{ readonly what: What; readonly leads: LeadsToRefer }>();
  const mayReassign = useMayDo(leadReassign)('update');
  const mayRefer = useMayDo(leadRefer)('create');
  const item = (what: What, label: string, lead: Lead): MenuChoice => ({
    label,
    choose: () => setOpen({ what, leads: { chosen: { lead_ids: [lead.id] }, count: 1, text: leadName(lead) } }),
  });
  const Dialog = dialogs[open?.what ?? 'reassign'];
  return {
    choices: (lead) => [
      ...(mayReassign ? [item('reassign', 'Re-assign', lead)] : []),
      ...(mayRefer ? [item('refer', 'Refer', lead)] : []),
    ],
    dialog: open ? <Dialog leads={open.leads} onClose={() => setOpen(undefined)} /> : null,
  };
}
