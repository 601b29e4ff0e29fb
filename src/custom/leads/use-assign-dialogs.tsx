import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useMayDo } from '../../providers/rights';
import type { List } from '../../resources/list/use-list';
import { counted } from '../../schemas/kit/counted';
import { leadRefer } from '../../schemas/calls/lead-referrals';
import { leadReassign } from '../../schemas/calls/leads';
import type { Lead } from '../../schemas/leads/leads';
import type { MenuChoice } from '../../ui/actions/menu-button';
import { onDemand } from '../../ui/dialogs/on-demand';
import { leadName } from '../../ui/leads/lead-text';
import type { LeadsToRefer } from '../../ui/leads/refer-dialog';
import { QueueDialog } from '../../ui/leads/queue-on-demand';
import { ReferDialog } from '../../ui/leads/refer-on-demand';
import { Icon, type IconName } from '../../ui/marks/icon';
import { countText } from '../../ui/marks/numbers';
import { useAllocations } from './allocations';

const AllocateDialog = onDemand('allocate-dialog', async () => ({ default: (await import('./allocate-dialog')).AllocateDialog }));
const ReassignDialog = onDemand('reassign-dialog', async () => ({ default: (await import('./reassign-dialog')).ReassignDialog }));

export type DialogLeads = Pick<LeadsToRefer, 'chosen' | 'text'>;
type What = keyof typeof dialogs;
const dialogs = { reassign: ReassignDialog, refer: ReferDialog, allocate: AllocateDialog, queue: QueueDialog };

/** Re-assigning, referring and allocating leads, and putting them into call lists: the buttons for selected leads, the menu items of a row, and the open dialog. */
export function useAssignDialogs(list: List<Lead>): {
  readonly offered: boolean;
  readonly buttons: ReactNode;
  readonly choices: (lead: Lead) => readonly MenuChoice[];
  readonly dialog: ReactNode;
} {
  const [open, setOpen] = useState<{ readonly what: What; readonly leads: LeadsToRefer }>();
  const mayReassign = useMayDo(leadReassign)('update');
  const mayRefer = useMayDo(leadRefer)('create');
  const mayAllocate = useAllocations().length > 0;
  const mayQueue = useMayDo('leads')('update');
  const { selection, query, total, totalExact } = list;
  const chosen: LeadsToRefer = selection.all
    ? {
        chosen: { query },
        count: totalExact ? total : undefined,
        text: `${countText(total ?? 0, totalExact)} ${total === 1 ? 'lead' : 'leads'}`,
      }
    : {
        chosen: { lead_ids: [...selection.chosen].map(String) },
        count: selection.size,
        text: counted(selection.size, 'lead'),
      };
  const button = (what: What, text: string, icon: IconName): ReactNode => (
    <Button size="small" type="text" icon={<Icon name={icon} size={14} />} onClick={() => setOpen({ what, leads: chosen })}>
      {text}
    </Button>
  );
  const item = (what: What, label: string, lead: Lead): MenuChoice => ({
    label,
    choose: () => setOpen({ what, leads: { chosen: { lead_ids: [lead.id] }, count: 1, text: leadName(lead) } }),
  });
  const Dialog = dialogs[open?.what ?? 'reassign'];
  return {
    offered: mayReassign || mayRefer || mayAllocate || mayQueue,
    buttons: (
      <>
        {mayReassign ? button('reassign', 'Re-assign', 'users') : null}
        {mayRefer ? button('refer', 'Refer', 'user') : null}
        {mayAllocate ? button('allocate', 'Allocate', 'flag') : null}
        {mayQueue ? button('queue', 'Call list', 'phone') : null}
      </>
    ),
    choices: (lead) => [
      ...(mayReassign ? [item('reassign', 'Re-assign', lead)] : []),
      ...(mayRefer ? [item('refer', 'Refer', lead)] : []),
      ...(mayQueue ? [item('queue', 'Put in a call list', lead)] : []),
    ],
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
