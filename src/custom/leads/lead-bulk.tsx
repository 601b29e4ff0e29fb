import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useMayDo } from '../../providers/rights';
import type { List } from '../../resources/list/use-list';
import { leadMessageSend } from '../../schemas/calls/lead-messages';
import { leadMerge } from '../../schemas/calls/lead-merge';
import { leadRefer } from '../../schemas/calls/lead-referrals';
import { mostMerged } from '../../schemas/kit/lead-merge';
import { leadReassign } from '../../schemas/calls/leads';
import { workflowAllocate } from '../../schemas/calls/rule-allocation';
import type { Lead } from '../../schemas/leads/leads';
import { MenuButton, type MenuChoice } from '../../ui/actions/menu-button';
import { onDemand } from '../../ui/dialogs/on-demand';
import { MergeDialog } from '../../ui/leads/merge-on-demand';
import { QueueDialog } from '../../ui/leads/queue-on-demand';
import { Icon, type IconName } from '../../ui/marks/icon';
import { manyLeads, type ManyLeads } from './many-leads';

const dialogs = {
  reassign: onDemand('reassign-many', async () => ({ default: (await import('./reassign-many')).ReassignMany })),
  refer: onDemand('refer-many', async () => ({ default: (await import('./refer-many')).ReferMany })),
  stage: onDemand('stage-many', () => import('./stage-many')),
  message: onDemand('message-many', async () => ({ default: (await import('./message-many')).MessageMany })),
};
const TagsMany = onDemand('tags-many', async () => ({ default: (await import('./tags-many')).TagsMany }));
const WorkflowDialog = onDemand('workflow-dialog', async () => ({ default: (await import('./workflow-dialog')).WorkflowDialog }));
type What = keyof typeof dialogs | 'tags' | 'workflow' | 'queue' | 'merge';

/** What can be done with the selected leads, besides what every list offers: buttons of the bulk bar, and the open dialog. */
export default function LeadBulk({ list }: { list: List<Lead> }): ReactNode {
  const [open, setOpen] = useState<{ readonly what: What; readonly leads: ManyLeads }>();
  const may = useMayDo('leads');
  const mayReassign = useMayDo(leadReassign)('update');
  const mayRefer = useMayDo(leadRefer)('create');
  const mayMerge = useMayDo(leadMerge)('update');
  const mayMessage = useMayDo(leadMessageSend)('update') && may('export');
  const mayEnter = useMayDo(workflowAllocate)('update');
  const mayEdit = may('update') && may('export');
  const show = (what: What) => (): void => setOpen({ what, leads: manyLeads(list) });
  const button = (what: What, text: string, icon: IconName): ReactNode => (
    <Button size="small" type="text" icon={<Icon name={icon} size={14} />} onClick={show(what)}>
      {text}
    </Button>
  );
  const more: readonly MenuChoice[] = [
    ...(mayEdit ? [{ label: 'Tags', choose: show('tags') }] : []),
    ...(mayRefer ? [{ label: 'Refer', choose: show('refer') }] : []),
    ...(may('update') ? [{ label: 'Put in a call list', choose: show('queue') }] : []),
    ...(mayMerge && !list.selection.all && list.selection.size >= 2 && list.selection.size <= mostMerged
      ? [{ label: 'Merge', choose: show('merge') }]
      : []),
    ...(mayEnter ? [{ label: 'Add to workflows', choose: show('workflow') }] : []),
  ];
  const close = (done: boolean): void => {
    setOpen(undefined);
    if (done) list.selection.clear();
  };
  return (
    <>
      {mayReassign ? button('reassign', 'Re-assign', 'users') : null}
      {mayEdit ? button('stage', 'Change stage', 'flag') : null}
      {mayMessage ? button('message', 'Message', 'chat') : null}
      {more.length ? (
        <MenuButton label="More for the selected leads" title="More" className="p-bar-button" choices={more}>
          More <Icon name="open" size={14} />
        </MenuButton>
      ) : null}
      {open ? dialogOf(open, list, close) : null}
    </>
  );
}

function dialogOf(
  { what, leads }: { readonly what: What; readonly leads: ManyLeads },
  list: List<Lead>,
  onClose: (done: boolean) => void,
): ReactNode {
  if (what === 'tags') {
    const known = [...new Set(list.rows.flatMap(({ tags }) => tags ?? []))].toSorted();
    return <TagsMany leads={leads} known={known} onClose={onClose} />;
  }
  if (what === 'workflow' || what === 'queue') {
    const { ids, query } = leads.rows;
    const chosen = ids ? { lead_ids: ids.map(String) } : { query: query ?? {} };
    const Dialog = what === 'queue' ? QueueDialog : WorkflowDialog;
    return <Dialog leads={{ chosen, count: leads.count, text: leads.text }} onClose={onClose} />;
  }
  if (what === 'merge') {
    const [leadId = '', ...ids] = (leads.rows.ids ?? []).map(String);
    const nameOf = (id: string): string => list.rows.find((row) => String(row.id) === id)?.name || 'No name';
    const others = ids.map((id) => ({ id, name: nameOf(id) }));
    return <MergeDialog together leadId={leadId} others={others} onClose={(kept) => onClose(kept !== undefined)} />;
  }
  const Dialog = dialogs[what];
  return <Dialog leads={leads} onClose={onClose} />;
}
