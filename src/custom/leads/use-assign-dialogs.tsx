import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useMayDo } from '../../providers/rights';
import type { List } from '../../resources/list/use-list';
import type { ChosenLeads } from '../../schemas/kit/chosen-leads';
import { leadReassign } from '../../schemas/calls/leads';
import type { Lead } from '../../schemas/leads/leads';
import { onDemand } from '../../ui/dialogs/on-demand';
import { leadName } from '../../ui/leads/lead-text';
import { Icon, type IconName } from '../../ui/marks/icon';
import { countText } from '../../ui/marks/numbers';
import { useAllocations } from './allocations';

const AllocateDialog = onDemand('allocate-dialog', async () => ({ default: (await import('./allocate-dialog')).AllocateDialog }));
const ReassignDialog = onDemand('reassign-dialog', async () => ({ default: (await import('./reassign-dialog')).ReassignDialog }));

/** The leads that a dialog is about, and how a sentence names them: 'Asha Rao', '12 leads'. */
export interface DialogLeads {
  readonly chosen: ChosenLeads;
  readonly text: string;
}

/** Re-assigning and allocating leads: the buttons for selected leads, the menu item of a row, and the open dialog. */
export function useAssignDialogs(list: List<Lead>): {
  readonly offered: boolean;
  readonly buttons: ReactNode;
  readonly reassign: ((lead: Lead) => void) | undefined;
  readonly dialog: ReactNode;
} {
  const [open, setOpen] = useState<{ readonly what: 'reassign' | 'allocate'; readonly leads: DialogLeads }>();
  const mayReassign = useMayDo(leadReassign)('update');
  const mayAllocate = useAllocations().length > 0;
  const { selection, query, total, totalExact } = list;
  const chosen: DialogLeads = selection.all
    ? { chosen: { query }, text: `${countText(total ?? 0, totalExact)} leads` }
    : {
        chosen: { lead_ids: [...selection.chosen].map(String) },
        text: `${selection.size} ${selection.size === 1 ? 'lead' : 'leads'}`,
      };
  const button = (what: 'reassign' | 'allocate', text: string, icon: IconName): ReactNode => (
    <Button size="small" type="text" icon={<Icon name={icon} size={14} />} onClick={() => setOpen({ what, leads: chosen })}>
      {text}
    </Button>
  );
  const Dialog = open?.what === 'allocate' ? AllocateDialog : ReassignDialog;
  return {
    offered: mayReassign || mayAllocate,
    buttons: (
      <>
        {mayReassign ? button('reassign', 'Re-assign', 'users') : null}
        {mayAllocate ? button('allocate', 'Allocate', 'flag') : null}
      </>
    ),
    reassign: mayReassign
      ? (lead) => setOpen({ what: 'reassign', leads: { chosen: { lead_ids: [lead.id] }, text: leadName(lead) } })
      : undefined,
    dialog: open ? (
      <Dialog
        leads={open.leads}
        onClose={(done) => {
          setOpen(undefined);
          if (done) selection.clear();
        }}
      />
    ) : null,
  };
}
